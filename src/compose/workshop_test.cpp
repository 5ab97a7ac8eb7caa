// The checks that every changed position must pass, on drawn positions: legal, of the same proven
// result, of higher quality; then what the user holds fixed.

#include "compose/workshop.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/notation.h"
#include "compose/figure2.h"
#include "eval/evaluators.h"

namespace deepwell::compose {

namespace {

constexpr double Anything = -1e9;

class WorkshopTest : public testing::Test {
protected:
    Workshop workshop(const char* fen, Wdl stipulation, const WorkshopOptions& options = {}) {
        const Problem original{.name = "", .position = *parse_fen(fen), .stipulation = stipulation};
        return {original, std::nullopt, options, truth, effort};
    }
    static Position board(const char* fen) { return *parse_fen(fen); }

    std::shared_ptr<const Evaluator> evaluator = default_evaluator();
    Truth truth{*evaluator, nullptr, {.table_bytes = std::size_t{16} << 20}};
    Effort effort{{.nodes = 10'000'000}};
};

//     .  9  .  .  .  .  .  .      18x9 takes the last man.
//     .  .  b14.  .  .  .  .
//     .  .  .  K18.  .  .  .
constexpr const char* LastMan = "W:WK18:B14";

}  // namespace

TEST_F(WorkshopTest, AnIllegalPositionIsRefused) {
    Workshop checks = workshop(LastMan, Wdl::Win);
    Position man_on_king_row = board("W:WK1,K18:B14");
    man_on_king_row.kings = man_on_king_row.kings - Bitboard::of(*Square::from_number(1));
    EXPECT_FALSE(checks.quality_of(man_on_king_row, Anything));
    EXPECT_EQ(checks.tried(), 0U);  // no proof was asked for
    EXPECT_TRUE(checks.quality_of(board("W:WK1,K18:B14"), Anything));
}

//     .  K1 .  .  .  .  .  .      Nobody wins: a king against a king that is far away.
//     .  .  .  .  .  .  .  .
//     .  .  .  .  .  .  k32.
TEST_F(WorkshopTest, AnotherResultIsRefused) {
    Workshop to_win = workshop(LastMan, Wdl::Win);
    EXPECT_TRUE(to_win.quality_of(board(LastMan), Anything));
    EXPECT_FALSE(to_win.quality_of(board("W:WK1:BK32"), Anything));
    EXPECT_EQ(to_win.tried(), 2U);
    EXPECT_EQ(to_win.refused(), 1U);
    Workshop to_draw = workshop("W:WK1:BK32", Wdl::Draw);
    EXPECT_TRUE(to_draw.quality_of(board("W:WK2:BK32"), Anything));
    EXPECT_FALSE(to_draw.quality_of(board(LastMan), Anything));
}

//     .  b1 .  .  .  .  .  .      1-5 and 1-6 both lose the man.  With a white man on 14 instead
//     Black .  .  .  .  .  .  .  .      wins by 1-6. .  K9 .  .  .  .  .  .
TEST_F(WorkshopTest, ALossStaysALoss) {
    Workshop to_lose = workshop("B:WK9:B1", Wdl::Loss);
    EXPECT_TRUE(to_lose.quality_of(board("B:WK9:B1"), Anything));
    EXPECT_FALSE(to_lose.quality_of(board("B:W14:B1"), Anything));
}

TEST_F(WorkshopTest, WhatIsNotProvenIsRefused) {
    WorkshopOptions options;
    options.proof_nodes = 1;
    Workshop hasty = workshop(LastMan, Wdl::Win, options);
    EXPECT_FALSE(hasty.quality_of(board("B:W14,21:B1,5"), Anything));
    EXPECT_EQ(hasty.refused(), 1U);
}

TEST_F(WorkshopTest, TheQualityMustRise) {
    Workshop checks = workshop(LastMan, Wdl::Win);
    const double mark = figure2_mark(board(LastMan), Side::White);
    EXPECT_EQ(checks.mark_of(board(LastMan)), mark);
    EXPECT_EQ(checks.quality_of(board(LastMan), mark - 1), mark);
    EXPECT_FALSE(checks.quality_of(board(LastMan), mark));
}

//     .  9  .  10 .  .  .  .      18x9 and 17x10 both win: cooked.
//     .  .  b14.  .  .  .  .
//     .  K17.  K18.  .  .  .
TEST_F(WorkshopTest, SoundnessCanBeAsked) {
    const Position cooked = board("W:WK17,K18:B14");
    EXPECT_TRUE(workshop(LastMan, Wdl::Win).quality_of(cooked, Anything));
    WorkshopOptions options;
    options.sound = true;
    Workshop strict = workshop(LastMan, Wdl::Win, options);
    EXPECT_FALSE(strict.quality_of(cooked, Anything));
    EXPECT_TRUE(strict.quality_of(board(LastMan), Anything));
}

TEST_F(WorkshopTest, TheKeyCanBeKept) {
    const Problem original{.name = "", .position = board(LastMan), .stipulation = Wdl::Win};
    WorkshopOptions options;
    options.keep_key = true;
    Workshop checks(original, *parse_move(original.position, "18x9"), options, truth, effort);
    EXPECT_TRUE(checks.quality_of(board("W:WK17,K18:B14"), Anything));
    EXPECT_FALSE(checks.quality_of(board("W:WK17:B14"), Anything));
}

TEST_F(WorkshopTest, TheModernMeritIsClimbedInThePlaceOfTheMark) {
    WorkshopOptions options;
    options.merit = MeritKind::Modern;
    options.weights.values = {-1, 0, 0, 0, 0, 0, -10};  // pieces and faults alone
    Workshop checks = workshop(LastMan, Wdl::Win, options);
    EXPECT_EQ(checks.quality_of(board(LastMan), Anything), -2);
    EXPECT_EQ(checks.quality_of(board("W:WK17,K18:B14"), Anything), -13);
    EXPECT_FALSE(checks.quality_of(board("W:WK17,K18:B14"), -13));
}

}  // namespace deepwell::compose
