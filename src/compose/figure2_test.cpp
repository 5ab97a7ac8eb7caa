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

TEST(Figure2, AKingIsWorthThreeMen) {
    const Position position = board("W:WK18,22:B1");
    EXPECT_EQ(piece_value(position, at(18)), 3);
    EXPECT_EQ(piece_value(position, at(22)), 1);
}

//     .  .  .  .  .  .  .  .       The man on 18 can jump the one on 15, and the other way round
//     .  .  .  .  .  .  .  .       Black's king on 15 could jump 18 if 22 were free.
//     .  .  .  . 11  .  .  .
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

//     14  .  .        White's man on 22 keeps 15 from jumping 18.
//      . 15  .
//     18  .
//      . 22 (drawn askew)
TEST(Figure2, APieceBlocksTheSquareBehindAnother) {
    const Position position = board("W:W18,22:B15");
    EXPECT_TRUE(is_blocking(position, at(22)));
    EXPECT_FALSE(is_blocking(position, at(18)));
    EXPECT_FALSE(is_blocking(board("W:W18,21:B15"), at(21)));
}

// Black on 1 has 5 and 6 to go to.  White on 9 and 10 leaves it both; a jump is a choice of one.
TEST(Figure2, APieceForcesIfItLeavesOneMove) {
    // Black, to move, must jump 6x13: with 9 away it could play 6-9 or 6-10.
    const Position position = board("W:W9:B6");
    EXPECT_TRUE(is_forcing(position, at(9)));
    EXPECT_FALSE(is_forcing(board("W:W17:B6"), at(17)));
}

TEST(Figure2, AMoveIsWorthNineIfItForcesAndThreeIfItBlocks) {
    // 13-9 offers itself to 6: one answer only.
    const Position offer = board("W:W13:B6");
    EXPECT_EQ(move_value(offer, move_in(offer, "13-9")), 9);
    // 26-22 comes behind 18, which 15 threatens; Black, with men on 15 and 1, keeps a choice.
    const Position cover = board("W:W18,26:B15,1");
    const Position waiting = with_side(cover, Side::White);
    // A jump is compulsory for White here, so the value is asked of a position without one.
    EXPECT_TRUE(can_jump(waiting));
    const Position covered = board("W:W18,26:B15,1,11");
    EXPECT_EQ(move_value(covered, move_in(covered, "26-22")), 3);
    EXPECT_EQ(move_value(covered, move_in(covered, "26-23")), 0 + 9);
}

TEST(Figure2, FreedomIsThatOfTheBestMove) {
    const Position position = board("W:WK18:B1");
    // 18-22, 18-23: square 2; 18-14, 18-15: square 1; nothing else counts.
    ASSERT_TRUE(freest_move(position, at(18)));
    EXPECT_EQ(freedom_of(position, *freest_move(position, at(18))), 2);
    // 1 cannot move: 5 and 6 are held, and 9 and 10 behind them.
    EXPECT_EQ(freest_move(board("B:W5,6,9,10:B1"), at(1)), std::nullopt);
}

//      .  9  . 10  .        A king that enters 14 stands between 9 and 10.
//        (14)
//         17
TEST(Figure2, GlassesAreCountedByTheirKind) {
    EXPECT_EQ(glasses_of(board("W:WK17,K9,K10:B4"), at(17)).friendly, 1);
    EXPECT_EQ(glasses_of(board("W:WK17,K9:B10,4,7"), at(17)).half, 1);
    // Two enemies: full only if a third can jump or be jumped.
    const Glasses alone = glasses_of(board("W:WK17:B9,10,5,7"), at(17));
    EXPECT_EQ(alone.full, 0);
    EXPECT_EQ(alone.friendly + alone.half, 0);
    // A third on 18, protected from 14 by 23 and free to jump it: king 18 jumps 14 to 9? occupied.
    const Glasses third = glasses_of(board("W:WK17:B9,10,5,7,K18"), at(17));
    EXPECT_EQ(third.full + third.friendly, 2);
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
