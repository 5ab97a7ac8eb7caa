// Move: from, to and what is captured.  Two jump paths that agree in these three are one move.
//
// A king may circle back to the square it came from, so no value of Move means "no move":
// that is std::optional<Move>.

#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "board/bitboard.h"

namespace deepwell {

struct Move {
    Square from;
    Square to;
    Bitboard captured;

    constexpr bool is_jump() const { return !captured.is_empty(); }
    bool operator==(const Move&) const = default;
};
static_assert(sizeof(Move) == 8);

// The move seen from the other side of the board.
constexpr Move turned(const Move& move) {
    return {move.from.turned(), move.to.turned(), move.captured.turned()};
}

// A fixed-size list of moves, without allocation.
//
// Why 64 suffices.  Quiet moves: at most 12 pieces with 4 directions, 48.  Jumps: a jumping piece
// visits only every other row and column, so the squares fall into 4 classes (8 squares and 9
// jumps each on the 8x8 board) that never meet; going through every set of kings and every set of
// capturable enemies in each class gives at most 14 different jumps a class, 56 together, and men
// do not raise it.  move_test.cpp repeats the count.
class MoveList {
public:
    static constexpr std::size_t Capacity = 64;

    void push_back(const Move& move) {
        assert(size_ < Capacity);
        storage_.moves[size_++] = move;
    }
    void clear() { size_ = 0; }
    // Moves were written from begin() up to `end`, as many as fit.
    void set_end(const Move* end) {
        size_ = static_cast<std::size_t>(end - storage_.moves.data());
        assert(size_ <= Capacity);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move& operator[](std::size_t i) const { return storage_.moves[i]; }
    Move& operator[](std::size_t i) { return storage_.moves[i]; }
    const Move* begin() const { return storage_.moves.data(); }
    const Move* end() const { return storage_.moves.data() + size_; }
    Move* begin() { return storage_.moves.data(); }
    Move* end() { return storage_.moves.data() + size_; }

    bool contains(const Move& wanted) const {
        for (const Move& move : *this)
            if (move == wanted) return true;
        return false;
    }

private:
    // Left as it is until written: clearing 512 bytes would cost more than finding the moves.
    union Storage {
        Storage() {}  // NOLINT(modernize-use-equals-default): the default would be deleted
        std::array<Move, Capacity> moves;
    };

    std::size_t size_ = 0;
    Storage storage_;
};

}  // namespace deepwell
