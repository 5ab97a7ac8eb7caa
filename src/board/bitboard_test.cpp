#include "board/bitboard.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

#include "board/padded.h"
#include "board/test_squares.h"

namespace deepwell {

namespace {

Bitboard squares(std::initializer_list<int> numbers) {
    Bitboard set;
    for (const int number : numbers) set |= Bitboard::of(square(number));
    return set;
}

}  // namespace

TEST(Bitboard, StartsEmpty) {
    EXPECT_TRUE(Bitboard{}.is_empty());
    EXPECT_EQ(Bitboard{}.count(), 0);
    EXPECT_EQ(Bitboard{}, ~Bitboard::all());
}

TEST(Bitboard, ContainsWhatWasPutIn) {
    const Bitboard set = squares({1, 18, 32});
    EXPECT_EQ(set.count(), 3);
    EXPECT_TRUE(set.contains(square(18)));
    EXPECT_FALSE(set.contains(square(17)));
    EXPECT_TRUE(set.contains_all(squares({1, 32})));
    EXPECT_FALSE(set.contains_all(squares({1, 2})));
}

TEST(Bitboard, FollowsTheAlgebraOfSets) {
    const Bitboard a = squares({1, 2, 3}), b = squares({3, 4});
    EXPECT_EQ(a | b, squares({1, 2, 3, 4}));
    EXPECT_EQ(a & b, squares({3}));
    EXPECT_EQ(a ^ b, squares({1, 2, 4}));
    EXPECT_EQ(a - b, squares({1, 2}));
    EXPECT_EQ(~a & a, Bitboard{});
    EXPECT_EQ((~a).count(), 29);
    Bitboard c = a;
    c &= b;
    EXPECT_EQ(c, squares({3}));
}

TEST(Bitboard, ListsItsSquaresInRisingOrder) {
    std::vector<int> numbers;
    for (const Square s : squares({32, 7, 18, 1})) numbers.push_back(s.number());
    EXPECT_EQ(numbers, (std::vector{1, 7, 18, 32}));
    EXPECT_EQ(squares({32, 7}).lowest(), square(7));
}

TEST(Bitboard, TurnsWithItsSquares) {
    EXPECT_EQ(squares({1, 2, 14}).turned(), squares({32, 31, 19}));
}

TEST(Bitboard, KnowsTheRows) {
    EXPECT_EQ(row(0), squares({1, 2, 3, 4}));
    EXPECT_EQ(row(3), squares({13, 14, 15, 16}));
    EXPECT_EQ(row(7), squares({29, 30, 31, 32}));
}

TEST(Bitboard, CrownsEachSideAtTheFarEnd) {
    EXPECT_EQ(king_row(Side::Black), row(7));
    EXPECT_EQ(king_row(Side::White), row(0));
}

// The picture in padded.h.
TEST(Padded, LaysSquaresOutAsDrawn) {
    EXPECT_EQ(Padded::bit_of_index(square(1).index()), 0);
    EXPECT_EQ(Padded::bit_of_index(square(5).index()), 4);
    EXPECT_EQ(Padded::bit_of_index(square(9).index()), 9);
    EXPECT_EQ(Padded::bit_of_index(square(17).index()), 18);
    EXPECT_EQ(Padded::bit_of_index(square(32).index()), 34);
    EXPECT_EQ(PaddedRunCount, 4);
}

TEST(Padded, TakesSquaresOffFromTheLowest) {
    const Padded set = pad<Portable>(squares({7, 18}));
    EXPECT_EQ(set.lowest().square(), square(7));
    EXPECT_EQ(set.without_lowest(), Padded::of(square(18)));
}

TEST(Padded, StepsOffTheBoardEndOnGhosts) {
    const Padded east_edge = pad<Portable>(squares({4, 12, 20, 28}));
    EXPECT_TRUE((shift<Direction::SouthEast>(east_edge) & Padded::board()).is_empty());
    EXPECT_TRUE((shift<Direction::NorthEast>(east_edge) & Padded::board()).is_empty());
}

}  // namespace deepwell
