#include "board/square.h"

#include <gtest/gtest.h>
#include <vector>

#include "board/test_squares.h"

namespace deepwell {

namespace {

// The numbers of the neighbours, 0 where the board ends: south-west, south-east, north-west,
// north-east.
std::vector<int> around(int number) {
    std::vector<int> numbers;
    for (const Direction d :
         {Direction::SouthWest, Direction::SouthEast, Direction::NorthWest, Direction::NorthEast}) {
        const auto next = neighbour(square(number), d);
        numbers.push_back(next ? next->number() : 0);
    }
    return numbers;
}

}  // namespace

TEST(Square, HasTheNumberThatPlayersUse) {
    EXPECT_EQ(square(1).index(), 0);
    EXPECT_EQ(square(32).index(), 31);
    for (int number = 1; number <= 32; ++number) EXPECT_EQ(square(number).number(), number);
}

TEST(Square, DoesNotExistOutsideTheBoard) {
    for (const int number : {-1, 0, 33, 1000}) EXPECT_FALSE(Square::from_number(number));
}

TEST(Square, LiesWhereTheDiagramShowsIt) {
    const auto lies_at = [](int number, int row, int column) {
        return square(number).row() == row && square(number).column() == column;
    };
    EXPECT_TRUE(lies_at(1, 0, 1));
    EXPECT_TRUE(lies_at(4, 0, 7));
    EXPECT_TRUE(lies_at(5, 1, 0));
    EXPECT_TRUE(lies_at(18, 4, 3));
    EXPECT_TRUE(lies_at(29, 7, 0));
    EXPECT_TRUE(lies_at(32, 7, 6));
}

TEST(Square, IsFoundFromItsRowAndColumn) {
    for (int number = 1; number <= 32; ++number) {
        const Square s = square(number);
        EXPECT_TRUE(is_playing_square(s.row(), s.column()));
        EXPECT_EQ(index_at(s.row(), s.column()), s.index());
    }
}

TEST(Square, SeenFromTheOtherSideCountsFromTheOtherEnd) {
    EXPECT_EQ(square(1).turned(), square(32));
    EXPECT_EQ(square(14).turned(), square(19));
}

TEST(Square, HasFourNeighboursInTheMiddle) {
    EXPECT_EQ(around(14), (std::vector{17, 18, 9, 10}));
    EXPECT_EQ(around(18), (std::vector{22, 23, 14, 15}));
}

TEST(Square, HasFewerNeighboursAtTheEdge) {
    EXPECT_EQ(around(1), (std::vector{5, 6, 0, 0}));
    EXPECT_EQ(around(4), (std::vector{8, 0, 0, 0}));
    EXPECT_EQ(around(12), (std::vector{16, 0, 8, 0}));
    EXPECT_EQ(around(13), (std::vector{0, 17, 0, 9}));
    EXPECT_EQ(around(29), (std::vector{0, 0, 0, 25}));
    EXPECT_EQ(around(32), (std::vector{0, 0, 27, 28}));
}

TEST(Square, ComesBackInTheOppositeDirection) {
    for (const Direction d :
         {Direction::SouthWest, Direction::SouthEast, Direction::NorthWest, Direction::NorthEast}) {
        EXPECT_EQ(opposite(opposite(d)), d);
        for (int number = 1; number <= 32; ++number) {
            const auto next = neighbour(square(number), d);
            if (next) {
                EXPECT_EQ(neighbour(*next, opposite(d)), square(number));
            }
        }
    }
}

TEST(Square, IsOrderedByNumber) {
    EXPECT_LT(square(1), square(2));
    EXPECT_EQ(square(7), square(7));
}

TEST(Side, HasANameAndAnOpponent) {
    EXPECT_STREQ(name(Side::Black), "Black");
    EXPECT_STREQ(name(Side::White), "White");
    EXPECT_EQ(other(Side::Black), Side::White);
    EXPECT_EQ(other(Side::White), Side::Black);
}

}  // namespace deepwell
