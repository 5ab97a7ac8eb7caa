#include "board/openings.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell {

// 174 openings: 144 crossboard, 12 mail play, 18 barred (American Checker Federation).
TEST(Openings, ThreeMoveOpeningsAreCountedByStatus) {
    std::map<OpeningStatus, int> count;
    for (const ThreeMoveOpening& opening : three_move_openings()) ++count[opening.status];
    EXPECT_EQ(count[OpeningStatus::Crossboard], 144);
    EXPECT_EQ(count[OpeningStatus::MailPlay], 12);
    EXPECT_EQ(count[OpeningStatus::Barred], 18);
}

TEST(Openings, EveryThreeMoveOpeningIsLegalAndFoundByItsPosition) {
    int number = 0;
    for (const ThreeMoveOpening& opening : three_move_openings()) {
        EXPECT_EQ(opening.acf_number, ++number);
        const auto line = parse_opening(opening.moves);
        ASSERT_TRUE(line) << opening.moves;
        EXPECT_EQ(line->text, opening.moves);
        const ThreeMoveOpening* found = opening_at(line->position);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(parse_opening(found->moves)->position, line->position);
    }
}

TEST(Openings, TwoMoveOpeningsThatLoseAManAreLeftOut) {
    const auto lines = two_move_openings();
    EXPECT_EQ(lines.size(), 47U);
    for (const OpeningLine& line : lines) {
        EXPECT_NE(line.text, "9-14 21-17");
        EXPECT_NE(line.text, "10-14 21-17");
    }
}

// The best that the side to move can make of the jumps that are due, in pieces.
int gain_by_jumps(const Position& position) {
    int best = can_jump(position) ? -99 : 0;
    if (best == 0) return 0;
    for (const Move& move : legal_moves(position))
        best = std::max(best, move.captured.count() - gain_by_jumps(play(position, move)));
    return best;
}

TEST(Openings, ElevenManBallotsLoseNoManAtOnce) {
    const auto ballots = eleven_man_ballots();
    std::set<std::string> seen;
    std::set<std::pair<std::uint32_t, std::uint32_t>> removals;
    for (const OpeningLine& ballot : ballots) {
        EXPECT_EQ(ballot.initial.black.count(), 11);
        EXPECT_EQ(ballot.initial.white.count(), 11);
        ASSERT_EQ(ballot.moves.size(), 2U);
        Position position = ballot.initial;
        for (const Move& move : ballot.moves) {
            ASSERT_TRUE(legal_moves(position).contains(move)) << ballot.text;
            position = play(position, move);
        }
        EXPECT_EQ(position, ballot.position);
        const int captured = 11 - position.black.count();
        EXPECT_EQ(captured, gain_by_jumps(position)) << ballot.text;
        EXPECT_TRUE(seen.insert(to_fen(position)).second) << ballot.text;
        removals.emplace(ballot.initial.black.bits(), ballot.initial.white.bits());
    }
    EXPECT_EQ(removals.size(), 144U);
    EXPECT_EQ(ballots.size(), 6324U);
}

TEST(Openings, AnIllegalMoveOfALineIsNamed) {
    const auto line = parse_opening("11-15 23-19 9-15");
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error(), "9-15: the piece on 9 can only play 9-13, 9-14");
}

TEST(Openings, NoOpeningLeadsToTheStartPosition) {
    EXPECT_EQ(opening_at(Position::start()), nullptr);
}

}  // namespace deepwell
