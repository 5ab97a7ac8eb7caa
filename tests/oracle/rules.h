// The rules of English checkers, written a second time from the rule text for tests to compare
// with.
//
// A plain array of fields, one piece each, and moves tried field by field: slow and obvious.  It
// shares nothing with src/, and the size of the board is known at run time, 4 to 8.
//
//        8 x 8                      5 x 5
//     .  1  .  2  .  3  .  4        1  .  2  .  3        Black starts at the top and
//     5  .  6  .  7  .  8  .        .  4  .  5  .        moves down.  The field at the
//     .  9  . 10  . 11  . 12        6  .  7  .  8        bottom left is always a
//    13  . 14  . 15  . 16  .        .  9  . 10  .        playing square.  Squares are
//     . 17  . 18  . 19  . 20       11  . 12  . 13        known by these numbers.
//    21  . 22  . 23  . 24  .
//     . 25  . 26  . 27  . 28
//    29  . 30  . 31  . 32  .

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace oracle {

inline constexpr int MaxSize = 8;

enum class Color : std::uint8_t { Black, White };
enum class Piece : std::uint8_t { None, BlackMan, BlackKing, WhiteMan, WhiteKing };

Color other(Color color);
bool is_king(Piece piece);
// REQUIRES: piece is not None.
Color color_of(Piece piece);

struct Field {
    int row = 0;  // from the top
    int column = 0;
    bool operator==(const Field&) const = default;
};

// How many playing squares a board has, and how many men a side starts with.
int square_count(int size);
int men_per_side(int size);

// Between numbers and fields.  REQUIRES: the square exists.
Field field_of(int size, int number);
int number_of(int size, Field field);

struct Board {
    int size = MaxSize;
    std::array<std::array<Piece, MaxSize>, MaxSize> rows{};  // rows[0] is the top
    Color to_move = Color::Black;

    // REQUIRES: the field is on the board.
    Piece at(Field field) const;
    Piece& at(Field field);
    Piece on_square(int number) const { return at(field_of(size, number)); }
    Piece& on_square(int number) { return at(field_of(size, number)); }

    bool operator==(const Board&) const = default;
};

Board start_position(int size);

// One way to move a piece: where it lands, step by step, and what it takes on the way.
struct Path {
    int from = 0;
    std::vector<int> landings;  // one for a quiet move, one for each jump
    std::vector<int> captured;  // in the order of the jumps
    bool operator==(const Path&) const = default;
    auto operator<=>(const Path&) const = default;
};

// Two paths with the same ends that take the same pieces, in whatever order, are one move.
struct Move {
    int from = 0;
    int to = 0;
    std::vector<int> captured;  // rising
    bool is_jump() const { return !captured.empty(); }
    bool operator==(const Move&) const = default;
    auto operator<=>(const Move&) const = default;
};

Move move_of(const Path& path);

// All legal paths; the legal moves, each once, in rising order.  None: the side to move has lost.
std::vector<Path> legal_paths(const Board& board);
std::vector<Move> legal_moves(const Board& board);

// REQUIRES: the move is legal.
Board play(const Board& board, const Move& move);

// The board turned by 180 degrees with the colours exchanged.
Board turned(const Board& board);

// Leaves `depth` plies away, where each move counts once or each path does.
enum class Counting { Moves, Paths };
std::uint64_t perft(const Board& board, int depth, Counting counting);

// "B:W18,K27:BK3,14": White's list first, squares in rising order.
std::string to_fen(const Board& board);

}  // namespace oracle
