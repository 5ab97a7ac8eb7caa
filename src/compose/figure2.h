// The mark of a problem by figure 2 of "Upgrading Checkers Compositions" (2005), term by term.
//
//     mark = sum over all pieces of  position * piece_value + freedom + 3 blocking + 9 forcing
//                                    + move_value + status + glasses
//
// Where the paper is unclear docs/compose.md says how it was read.

#pragma once

#include <array>
#include <optional>

#include "board/move.h"
#include "board/position.h"

namespace deepwell::compose {

// Position 2 of the paper, as a rule for every board size:
//
//     .  4  .  4  .  4  .  6
//     4  .  3  .  3  .  3  .
//     .  2  .  2  .  2  .  3
//     3  .  1  .  1  .  1  .
//     .  1  .  1  .  1  .  3
//     3  .  2  .  2  .  2  .
//     .  3  .  3  .  3  .  4
//     6  .  4  .  4  .  4  .
int square_value(Square square);

// A king 3, a man 1.
int piece_value(const Position& position, Square square);

// Table 1, of a piece on the board: threatened and not threatening -3 (king), -1 (man); both +1;
// threatening alone +3, +2; neither 0.
int piece_status(const Position& position, Square square);

// 9 if the move leaves the other side exactly one answer, and 3 if the piece then blocks.
// REQUIRES: the owner of the piece could play it.
int move_value(const Position& position, const Move& move);

// The move of a piece that counts: the one with the largest freedom.  Nothing: it has none.
std::optional<Move> freest_move(const Position& position, Square square);
// Value of the square that the move reaches, value of the move, status of the piece after it.
int freedom_of(const Position& position, const Move& move);

// How many glasses a piece can enter, by kind.
struct Glasses {
    int friendly = 0, half = 0, full = 0;
    int value() const { return 2 * friendly + 3 * half + 5 * full; }
};
Glasses glasses_of(const Position& position, Square square);

// The terms of one piece, as they are added up.
struct PieceMark {
    int position = 0;  // square value times piece value
    int freedom = 0;
    int blocking = 0;  // 3 or 0
    int forcing = 0;   // 9 or 0
    int move = 0;
    int status = 0;
    int glasses = 0;  // of the side that does not solve: below 0
    int sum() const { return position + freedom + blocking + forcing + move + status + glasses; }
};
PieceMark piece_mark(const Position& position, Square square, Side solver);

// The mark of the problem; the player of the paper is the solver.
int figure2_mark(const Position& position, Side solver);

}  // namespace deepwell::compose
