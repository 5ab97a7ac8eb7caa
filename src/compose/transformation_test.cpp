// Every kind of change, on drawn positions.

#include "compose/transformation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "board/fen.h"
#include "compose/figure2.h"
#include "compose/piece_sight.h"

namespace deepwell::compose {

namespace {

Position position_in(const char* fen) {
    return *parse_fen(fen);
}
Square square_at(int number) {
    return *Square::from_number(number);
}
double mark(const Position& position) {
    return figure2_mark(position, Side::White);
}
std::vector<Candidate> changed(const Position& position,
                               Change change,
                               const Constraints& constraints = {}) {
    return candidates(position, change, constraints, mark, mark(position));
}

//     .  b1 .  .  .  .  .  .
//     .  .  .  .  .  .  .  .
//     .  .  .  K18.  .  .  .
//     .  .  .  .  .  .  .  .
//     .  .  k30.  .  .  .  .
const Position Two = position_in("W:WK18:B1,K30");

//     .  .  .  .  .  .  .  k4
//     .  .  K14.  .  .  .  .
//     .  .  .  18 .  19 .  .      A king on 18 or 19 threatens the man on 23, which cannot
//     .  .  .  .  b23.  .  .      jump back; a man on 27 could be jumped.
//     .  .  .  .  .  27 .  .
const Position Prey = position_in("W:WK14:BK4,23");

}  // namespace

TEST(Transformation, MoveToMinRisesAsLittleAsItCan) {
    const auto made = changed(Two, Change::MoveToMin);
    ASSERT_FALSE(made.empty());
    EXPECT_LE(made.size(), 3U);  // one for each piece
    double before = mark(Two);
    for (const Candidate& candidate : made) {
        EXPECT_GT(candidate.mark, mark(Two));
        EXPECT_GE(candidate.mark, before);
        before = candidate.mark;
        for (const Candidate& other : changed(Two, Change::Move))
            if (other.from == candidate.from && other.mark > mark(Two)) {
                EXPECT_GE(other.mark, candidate.mark);
            }
    }
}

TEST(Transformation, MoveToMaxRisesAsMuchAsItCan) {
    for (const Candidate& candidate : changed(Two, Change::MoveToMax))
        for (const Candidate& other : changed(Two, Change::Move))
            if (other.from == candidate.from) {
                EXPECT_LE(other.mark, candidate.mark);
            }
}

TEST(Transformation, MoveToCaptureThreatensInSafety) {
    const auto made = changed(Prey, Change::MoveToCapture);
    const auto has_king_on = [&](int number) {
        return std::any_of(made.begin(), made.end(), [&](const Candidate& candidate) {
            return candidate.from == square_at(14) && candidate.to == square_at(number);
        });
    };
    EXPECT_TRUE(has_king_on(18) || has_king_on(19));
    EXPECT_FALSE(has_king_on(27));
    for (const Candidate& candidate : made) {
        EXPECT_TRUE(is_threatening(candidate.position, *candidate.to));
        EXPECT_FALSE(is_threatened(candidate.position, *candidate.to));
        EXPECT_GT(candidate.mark, mark(Prey));
    }
}

TEST(Transformation, AddedPiecesThreaten) {
    for (const bool exposed : {false, true}) {
        const auto made = changed(Prey, exposed ? Change::AddExposed : Change::AddSafe);
        ASSERT_FALSE(made.empty());
        for (const Candidate& candidate : made) {
            EXPECT_EQ(candidate.position.occupied().count(), 4);
            EXPECT_TRUE(is_threatening(candidate.position, *candidate.to));
            EXPECT_EQ(is_threatened(candidate.position, *candidate.to), exposed);
        }
    }
}

TEST(Transformation, PlainMovesGoToEverySquare) {
    std::set<int> squares;
    for (const Candidate& candidate : changed(Two, Change::Move))
        if (candidate.from == square_at(18)) squares.insert(candidate.to->number());
    EXPECT_EQ(squares.size(), 29U);  // 32 without the three pieces
    // A black man is not put on its king row.
    for (const Candidate& candidate : changed(Two, Change::Move))
        if (candidate.from == square_at(1)) {
            EXPECT_LE(candidate.to->number(), 28);
        }
}

TEST(Transformation, DeletionLeavesBothSidesAPiece) {
    const auto made = changed(Two, Change::Delete);
    ASSERT_EQ(made.size(), 2U);
    for (const Candidate& candidate : made)
        EXPECT_TRUE(candidate.position.white.contains(square_at(18)));
}

TEST(Transformation, AdditionTriesBothSidesAndBothKinds) {
    // 29 free squares; a man of either side has four squares fewer, less those that are taken.
    std::size_t kings = 0, men = 0;
    for (const Candidate& candidate : changed(Two, Change::Add))
        ++(candidate.position.kings.contains(*candidate.to) ? kings : men);
    EXPECT_EQ(kings, 58U);
    EXPECT_EQ(men, 58U - 3 - 3);  // 2-4 for White, 29, 31, 32 for Black
}

TEST(Transformation, WhatIsHeldFixedStays) {
    Constraints constraints;
    constraints.keep = Bitboard::of(square_at(18)) | Bitboard::of(square_at(1));
    constraints.forbidden = Bitboard::all() - Bitboard::of(square_at(32));
    const auto moves = changed(Two, Change::Move, constraints);
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(to_fen(moves[0].position), "W:WK18:B1,K32");
    constraints.most_pieces = 3;
    EXPECT_TRUE(changed(Two, Change::Add, constraints).empty());
    EXPECT_TRUE(changed(Two, Change::AddSafe, constraints).empty());
}

TEST(Transformation, AProblemNeedsBothSidesAndAMove) {
    EXPECT_TRUE(is_possible(Two));
    EXPECT_FALSE(is_possible(position_in("W:WK18:B")));
    EXPECT_FALSE(is_possible(position_in("B:W5,6,9,10:B1")));
    Position man_on_king_row = Two;
    man_on_king_row.kings = {};
    EXPECT_FALSE(is_possible(man_on_king_row));
}

}  // namespace deepwell::compose
