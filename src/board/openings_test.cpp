#include "board/openings.h"

#include <gtest/gtest.h>
#include <map>

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

TEST(Openings, AnIllegalMoveOfALineIsNamed) {
    const auto line = parse_opening("11-15 23-19 9-15");
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error(), "9-15: the piece on 9 can only play 9-13, 9-14");
}

TEST(Openings, NoOpeningLeadsToTheStartPosition) {
    EXPECT_EQ(opening_at(Position::start()), nullptr);
}

}  // namespace deepwell
