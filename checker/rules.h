// The rules of English draughts for the checker: a mailbox board, and moves tried field by field.
//
// Written from the rules as docs/certificate-format.md names them; shares nothing with src/.
//
//     .  1  .  2  .  3  .  4     Squares are numbered row by row from the top, Black's side; the
//     5  .  6  .  7  .  8  .     field at the bottom left is a playing square on every board.
//     .  9  . 10  . 11  . 12     In a set of squares, square n is bit n - 1.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#ifndef DEEPWELL_BOARD_SIZE
#define DEEPWELL_BOARD_SIZE 8
#endif

namespace checker {

inline constexpr int BoardSize = DEEPWELL_BOARD_SIZE;
inline constexpr int SquareCount = (BoardSize * BoardSize + 1) / 2;
inline constexpr int MenRows = (BoardSize - 2) / 2;  // filled by each side at the start
inline constexpr int PiecesAtStart = (MenRows * BoardSize + BoardSize % 2) / 2;

using Squares = std::uint32_t;
inline constexpr Squares AllSquares = ~Squares{0} >> (32 - SquareCount);

enum class Side : std::uint8_t { Black, White };

constexpr Side other(Side side) {
    return side == Side::Black ? Side::White : Side::Black;
}
constexpr const char* name_of(Side side) {
    return side == Side::Black ? "Black" : "White";
}

struct Position {
    Squares black = 0;
    Squares white = 0;
    Squares kings = 0;  // of both
    Side side = Side::Black;

    Squares occupied() const { return black | white; }
    Squares own() const { return side == Side::Black ? black : white; }
    Squares enemy() const { return side == Side::Black ? white : black; }
    // The order of records and of moves: by black, white, kings.
    auto operator<=>(const Position&) const = default;  // NOLINT(modernize-use-nullptr)
};

// Where this side's men are crowned.
Squares king_row(Side side);

// Between a subset of `room` and its numbers, counted from 0 at the lowest square of `room`.
std::uint32_t gathered(Squares set, Squares room);
// REQUIRES: the numbers are less than the size of `room`.
Squares scattered(std::uint32_t numbers, Squares room);

// A jump as the board allows it, whoever stands there.
struct Jump {
    Squares over = 0;
    Squares to = 0;
    bool is_down = false;  // Black's way
};
// From a square counted from 0; the same memory every time.
std::span<const Jump> jumps_from(int square);

// The board turned by 180 degrees and the colours exchanged: the same game for the other side.
Squares turned(Squares set);
Position turned(const Position& position);

// What makes this no position of the game, as the end of a sentence; nothing if it is one.  A side
// may be without pieces.
std::optional<std::string> fault_of(const Position& position);

// "B:W21,22:B1,K5"; whatever the sets are.
std::string to_fen(const Position& position);

// REQUIRES (all three): the position has no fault.
bool must_jump(const Position& position);
// What the moves lead to, in any order; a position may occur more than once.  None: the side to
// move has lost.  `out` is emptied first; to be given again and again, so that it keeps its memory.
void list_successors(const Position& position, std::vector<Position>& out);
// The same in ascending order, each once: the numbering of moves.
void list_moves(const Position& position, std::vector<Position>& out);

}  // namespace checker
