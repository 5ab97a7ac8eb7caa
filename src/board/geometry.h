// The geometry of the board: the only file that knows how large it is and where squares lie.
//
// The board has N x N fields, N = DEEPWELL_BOARD_SIZE, and its bottom-left field is a playing
// square.  Squares are numbered row by row from the top, Black's side; Black moves down.
//
//        8 x 8                      5 x 5
//     .  1  .  2  .  3  .  4        1  .  2  .  3
//     5  .  6  .  7  .  8  .        .  4  .  5  .
//     .  9  . 10  . 11  . 12        6  .  7  .  8
//    13  . 14  . 15  . 16  .        .  9  . 10  .
//     . 17  . 18  . 19  . 20       11  . 12  . 13
//    21  . 22  . 23  . 24  .
//     . 25  . 26  . 27  . 28
//    29  . 30  . 31  . 32  .
//
// Inside the program a square is its number minus one (Square), a set of squares has that bit
// set (Bitboard).  For moves the same set is spread out with ghost squares in between (Padded,
// padded.h), so that a step is one shift and running off the board ends on a ghost.

#pragma once

#ifndef DEEPWELL_BOARD_SIZE
#define DEEPWELL_BOARD_SIZE 8
#endif

namespace deepwell {

inline constexpr int BoardSize = DEEPWELL_BOARD_SIZE;
static_assert(BoardSize >= 4 && BoardSize <= 8, "boards from 4x4 to 8x8");

inline constexpr int SquareCount = (BoardSize * BoardSize + 1) / 2;
inline constexpr int MenRows = (BoardSize - 2) / 2;  // rows that each side fills at the start

constexpr bool is_playing_square(int row, int column) {
    return (row + column) % 2 == (BoardSize - 1) % 2;
}

// How many playing squares lie in the rows above `row`.
constexpr int squares_above(int row) {
    return (row * BoardSize + (is_playing_square(0, 0) ? 1 : 0)) / 2;
}

inline constexpr int MenPerSide = squares_above(MenRows);

// The square with index `square_index` (from 0) lies in this row, counted from the top, and column.
constexpr int row_of_index(int square_index) {
    int row = 0;
    while (squares_above(row + 1) <= square_index) ++row;
    return row;
}
constexpr int column_of_index(int square_index) {
    const int row = row_of_index(square_index);
    const int first_column = is_playing_square(row, 0) ? 0 : 1;
    return first_column + 2 * (square_index - squares_above(row));
}

// REQUIRES: is_playing_square(row, column).
constexpr int index_at(int row, int column) {
    return squares_above(row) + column / 2;
}

// Directions as on the diagrams above: Black's men move south, White's north.
enum class Direction { SouthWest, SouthEast, NorthWest, NorthEast };

constexpr Direction opposite(Direction d) {
    switch (d) {
        case Direction::SouthWest:
            return Direction::NorthEast;
        case Direction::SouthEast:
            return Direction::NorthWest;
        case Direction::NorthWest:
            return Direction::SouthEast;
        case Direction::NorthEast:
            return Direction::SouthWest;
    }
    __builtin_unreachable();
}

constexpr int row_step(Direction d) {
    return d == Direction::SouthWest || d == Direction::SouthEast ? 1 : -1;
}
constexpr int column_step(Direction d) {
    return d == Direction::SouthEast || d == Direction::NorthEast ? 1 : -1;
}

}  // namespace deepwell
