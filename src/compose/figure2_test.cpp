// Every term of the paper's figure 2 on a position that is drawn beside it.

#include "compose/figure2.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "compose/piece_sight.h"

namespace deepwell::compose {

namespace {

Position board(const char* fen) {
    return *parse_fen(fen);
}
Square at(int number) {
    return *Square::from_number(number);
}
Move move_in(const Position& position, const char* text) {
    return *parse_move(position, text);
}

}  // namespace

// Position 2 of the paper, by the numbers of the squares.
TEST(Figure2, SquaresHaveTheValuesOfPosition2) {
    const std::array<int, 32> expected{4, 4, 4, 6, 4, 3, 3, 3, 2, 2, 2, 3, 3, 1, 1, 1,
                                       1, 1, 1, 3, 3, 2, 2, 2, 3, 3, 3, 4, 6, 4, 4, 4};
    for (int number = 1; number <= 32; ++number)
        EXPECT_EQ(square_value(at(number)), expected[static_cast<std::size_t>(number - 1)])
            << number;
}

//     .  .  .  K18.  .  .  .
//     .  .  w22.  .  .  .  .
TEST(Figure2, AKingIsWorthThreeMen) {
    const Position position = board("W:WK18,22:B1");
    EXPECT_EQ(piece_value(position, at(18)), 3);
    EXPECT_EQ(piece_value(position, at(22)), 1);
}

//     .  .  .  .  .  b15.  .      Each of the two could jump the other: 18x11, 15x22.
//     .  .  .  w18.  .  .  .      With a white piece on 22 only White threatens.
//     .  .  22 .  .  .  .  .
TEST(Figure2, StatusFollowsTable1) {
    // 18 threatens 15 (11 is free); 15, a man, could jump 18 to 22.
    const Position both = board("W:W18:B15");
    EXPECT_EQ(piece_status(both, at(18)), 1);
    EXPECT_EQ(piece_status(both, at(15)), 1);
    // 22 stands behind 18: only White threatens.
    const Position safe = board("W:W18,22:B15");
    EXPECT_EQ(piece_status(safe, at(18)), 2);
    EXPECT_EQ(piece_status(safe, at(15)), -1);
    EXPECT_EQ(piece_status(safe, at(22)), 0);
    const Position kings = board("W:WK18,22:BK15");
    EXPECT_EQ(piece_status(kings, at(18)), 3);
    EXPECT_EQ(piece_status(kings, at(15)), -3);
}

//     .  .  .  .  b15.  .  .      22 keeps 15 from jumping 18.
//     .  .  .  w18.  .  .  .
//     .  .  w22.  .  .  .  .
TEST(Figure2, APieceBlocksTheSquareBehindAnother) {
    const Position position = board("W:W18,22:B15");
    EXPECT_TRUE(is_blocking(position, at(22)));
    EXPECT_FALSE(is_blocking(position, at(18)));
    EXPECT_FALSE(is_blocking(board("W:W18,21:B15"), at(21)));
}

//     .  .  b6 .  .  .  .  .      6x13 is all that Black can play; without 9 it has two moves.
//     .  w9 .  .  .  .  .  .
//     13 .  .  .  .  .  .  .
TEST(Figure2, APieceForcesIfItLeavesOneMove) {
    const Position position = board("W:W9:B6");
    EXPECT_TRUE(is_forcing(position, at(9)));
    EXPECT_FALSE(is_forcing(board("W:W17:B6"), at(17)));
}

//     .  .  b6 .  .  .  .  .      13-9 offers a man: 6x13 is the only answer.
//     .  9  .  .  .  .  .  .
//     w13.  .  .  .  .  .  .
TEST(Figure2, AMoveThatForcesIsWorthNine) {
    const Position position = board("W:W13:B6");
    EXPECT_EQ(move_value(position, move_in(position, "13-9")), 9);
}

//     .  .  .  .  .  b11.  .      18 is held by 15, which 11 protects.  26-22 stands behind 18, and
//     .  .  .  .  b15.  .  .      Black keeps a choice; 26-23 lets 15x22 happen, the only answer.
//     .  .  .  w18.  .  .  .
//     .  .  22 .  23 .  .  .
//     .  .  .  w26.  .  .  .
TEST(Figure2, AMoveThatBlocksIsWorthThree) {
    const Position position = board("W:W18,26:B15,1,11");
    EXPECT_EQ(move_value(position, move_in(position, "26-22")), 3);
    EXPECT_EQ(move_value(position, move_in(position, "26-23")), 9);
}

//     .  .  14 .  15 .  .  .      The king reaches squares of value 1 above, of value 2 below.
//     .  .  .  K18.  .  .  .
//     .  .  22 .  23 .  .  .
TEST(Figure2, FreedomIsThatOfTheBestMove) {
    const Position position = board("W:WK18:B1");
    // 18-22, 18-23: square 2; 18-14, 18-15: square 1; nothing else counts.
    ASSERT_TRUE(freest_move(position, at(18)));
    EXPECT_EQ(freedom_of(position, *freest_move(position, at(18))), 2);
    // 1 cannot move: 5 and 6 are held, and 9 and 10 behind them.
    EXPECT_EQ(freest_move(board("B:W5,6,9,10:B1"), at(1)), std::nullopt);
}

//     .  9  .  10 .  .  .  .      From 17 a king enters 14, between what stands on 9 and on 10.
//     .  .  14 .  .  .  .  .
//     .  17 .  18 .  .  .  .
TEST(Figure2, GlassesAreCountedByTheirKind) {
    EXPECT_EQ(glasses_of(board("W:WK17,K9,K10:B4"), at(17)).friendly, 1);
    EXPECT_EQ(glasses_of(board("W:WK17,K9:B10,4,7"), at(17)).half, 1);
    // Two enemies: full only if a third can jump or be jumped.
    const Glasses alone = glasses_of(board("W:WK17:B9,10,5,7"), at(17));
    EXPECT_EQ(alone.full, 0);
    EXPECT_EQ(alone.friendly + alone.half, 0);
    // 18 can be jumped from 14, so it is the third of 9 and 10; and 10 could jump 14, so it is the
    // third of 9 and 18.  10 and 18 have none: 9 is protected by 5, and 18 stands behind 14.
    const Glasses third = glasses_of(board("W:WK17:B9,10,5,7,18"), at(17));
    EXPECT_EQ(third.full, 2);
    EXPECT_EQ(third.value(), 10);
}

// The same pictures turned: what the player's piece gains by them counts against the problem if it
// is the opponent's.
TEST(Figure2, GlassesOfTheOpponentCountAgainst) {
    constexpr std::array<std::pair<const char*, int>, 3> Kinds{
        {{"W:WK17,K9,K10:B4", 2}, {"W:WK17,K9:B10,4,7", 3}, {"W:WK17:B9,10,5,7,18", 10}}};
    for (const auto& [fen, value] : Kinds) {
        const Position position = board(fen);
        EXPECT_EQ(piece_mark(position, at(17), Side::White).glasses, value) << fen;
        EXPECT_EQ(piece_mark(position, at(17), Side::Black).glasses, -value) << fen;
        EXPECT_EQ(piece_mark(turned(position), at(33 - 17), Side::White).glasses, -value) << fen;
    }
}

TEST(Figure2, TheMarkIsTheSumOfItsTerms) {
    const Position position = board("W:WK18,22:B1");
    const PieceMark king = piece_mark(position, at(18), Side::White);
    EXPECT_EQ(king.position, 3);
    EXPECT_EQ(king.sum(),
              king.position + king.freedom + king.blocking + king.forcing + king.move +
                  king.status + king.glasses);
    int sum = 0;
    for (const Square square : position.occupied())
        sum += piece_mark(position, square, Side::White).sum();
    EXPECT_EQ(figure2_mark(position, Side::White), sum);
}

TEST(Figure2, TurningTheBoardChangesNothing) {
    const Position position = board("W:WK17,K9,22:B10,4,7,K30");
    EXPECT_EQ(figure2_mark(position, Side::White), figure2_mark(turned(position), Side::Black));
}

}  // namespace deepwell::compose
