// The legal moves of a position as a list, for one instruction set: moves_of().

#pragma once

#include <array>
#include <bit>

#include "board/move.h"
#include "board/movegen_kernel.h"

namespace deepwell {

template <class Isa>
[[gnu::always_inline]] inline PaddedPosition padded(const Position& p) {
    return {pad<Isa>(p.black), pad<Isa>(p.white), pad<Isa>(p.kings)};
}

// Steps away from one end of the board leave from all rows but the last, at most 31 padded bits
// (28 squares, 3 ghosts), so both directions fit into one word: left steps in the lower half, right
// steps in the upper.  One loop over the word costs one mispredicted branch, two loops cost two.
template <Side S>
struct StepWord {
    static constexpr int FirstBit = S == Side::Black ? 0 : Padded::Stride;
    static constexpr Direction Left = Forward<S>::Left;
    static constexpr Direction Right = Forward<S>::Right;

    static std::uint64_t of(Padded movers, Padded empty) {
        const Padded left = movers & shift<opposite(Left)>(empty);
        const Padded right = movers & shift<opposite(Right)>(empty);
        return left.bits() >> FirstBit | right.bits() >> FirstBit << 32;
    }

    // The move that each bit of the word stands for.
    static constexpr auto Moves = [] {
        std::array<Move, 64> moves{};
        for (int i = 0; i < SquareCount; ++i) {
            const Square from = Square::from_index(i);
            const auto bit = static_cast<std::size_t>(Padded::bit_of_index(i) - FirstBit);
            if (const auto to = neighbour(from, Left)) moves[bit] = {from, *to, {}};
            if (const auto to = neighbour(from, Right)) moves[bit + 32] = {from, *to, {}};
        }
        return moves;
    }();
};

template <Side Ahead>
[[gnu::always_inline]] inline Move* append_steps(Padded movers, Padded empty, Move* next) {
    for (std::uint64_t word = StepWord<Ahead>::of(movers, empty); word != 0; word &= word - 1)
        *next++ = StepWord<Ahead>::Moves[static_cast<std::size_t>(std::countr_zero(word))];
    return next;
}

template <class Isa, Side S>
Move* append_jumps(Padded jumping, const View& view, Move* next) {
    auto append = [&](auto, Padded from, Padded to, Padded captured) {
        *next++ = {from.square(), to.square(), unpad<Isa>(captured)};
    };
    visit_jumps<S, JumpPaths::Unique>(jumping, view, append);
    return next;
}

template <class Isa, Side S>
MoveList moves_of(const Position& position) {
    MoveList list;
    Move* next = list.begin();
    const View view = view_of<S>(padded<Isa>(position));
    if (const Padded jumping = all_jumpers<S>(view); !jumping.is_empty()) {
        next = append_jumps<Isa, S>(jumping, view, next);
    } else {
        next = append_steps<S>(view.own, view.empty, next);
        if (!view.kings.is_empty()) next = append_steps<other(S)>(view.kings, view.empty, next);
    }
    list.set_end(next);
    return list;
}

template <class Isa>
[[gnu::always_inline]] inline MoveList moves_of(const Position& position) {
    return position.side == Side::Black ? moves_of<Isa, Side::Black>(position)
                                        : moves_of<Isa, Side::White>(position);
}

}  // namespace deepwell
