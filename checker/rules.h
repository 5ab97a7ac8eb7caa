// The rules of English draughts for the checker: sets of squares, and moves tried step by step.
//
// Written from the rules as docs/certificate-format.md names them; shares nothing with src/.
//
//     .  1  .  2  .  3  .  4     Squares are numbered row by row from the top, Black's side; the
//     5  .  6  .  7  .  8  .     field at the bottom left is a playing square on every board.
//     .  9  . 10  . 11  . 12     In a set of squares, square n is bit n - 1.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace checker {

inline constexpr unsigned BoardSize = DEEPWELL_BOARD_SIZE;
inline constexpr unsigned SquareCount = (BoardSize * BoardSize + 1) / 2;
// Each side fills (BoardSize - 2) / 2 rows.
inline constexpr int PiecesAtStart = ((BoardSize - 2) / 2 * BoardSize + BoardSize % 2) / 2;

using Squares = std::uint32_t;
inline constexpr Squares AllSquares = ~Squares{0} >> (32 - SquareCount);

enum class Side : std::uint8_t { Black, White };
enum class Value : std::uint8_t { Loss, Draw, Win };  // to the side to move

constexpr Side other(Side side) {
    return side == Side::Black ? Side::White : Side::Black;
}
inline std::string name_of(Side side) {
    return side == Side::Black ? "Black" : "White";
}
inline std::string name_of(Value value) {
    return value == Value::Draw ? "a draw" : value == Value::Win ? "a win" : "a loss";
}

struct Position {
    Squares black = 0, white = 0;
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

// Where rows and columns that count from 0 at the top left meet; nothing if that is no square.
constexpr Squares square_at(unsigned row, unsigned column) {
    if (std::max(row, column) >= BoardSize || (row + column + BoardSize) % 2 == 0) return 0;
    return Squares{1} << (row * BoardSize + column) / 2;
}

// The lowest square of a set, counted from 0.  REQUIRES: there is one.
constexpr unsigned lowest(Squares set) {
    return static_cast<unsigned>(std::countr_zero(set));
}
// Between a subset of `room` and its numbers, counted from 0 at the lowest square of `room`.
std::uint32_t gathered(Squares set, Squares room);
// REQUIRES: the numbers are less than the size of `room`.
Squares scattered(std::uint32_t numbers, Squares room);

// From a square to the next one in some direction, and behind that; off the board there is none.
struct Step {
    Squares to = 0, behind = 0;

    bool is_jump(Squares prey, Squares empty) const {
        return (to & prey) != 0 && (behind & empty) != 0;
    }
};
// All four from each square, counted from 0: two of Black's men, then two of White's.
extern const std::array<std::array<Step, 4>, SquareCount> Steps;

// The board turned by 180 degrees and the colours exchanged: the same game for the other side.
Squares turned(Squares set);
Position turned(const Position& position);

// What makes this no position of the game, as the end of a sentence; empty if it is one.  A side
// may be without pieces.
std::string fault_of(const Position& position);

// "B:W21,22:B1,K5"; whatever the sets are.
std::string to_fen(const Position& position);

// What the jumps lead to, in any order; a position may occur more than once.
// REQUIRES (all three): the position has no fault.
std::vector<Position> jumps(const Position& position);
// The same for moves: jumps if there are any.  None: the side to move has lost.
std::vector<Position> successors(const Position& position);
// The same in ascending order, each once: the numbering of moves.
std::vector<Position> numbered_moves(const Position& position);

}  // namespace checker
