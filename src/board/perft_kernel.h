// PerftKernel: leaf counting in padded layout, compiled once per instruction set.
//
// The last ply is never played: its moves are counted as sets.  Where a jump could continue, or a
// king could jump, the moves are visited instead.

#pragma once

#include <cstdint>

#include "board/movegen_kernel.h"

namespace deepwell {

template <class Isa, JumpPaths Paths>
class PerftKernel {
public:
    // REQUIRES: depth >= 1.
    static std::uint64_t leaves(const Position& position, int depth) {
        const PaddedPosition padded{
            pad<Isa>(position.black), pad<Isa>(position.white), pad<Isa>(position.kings)};
        return position.side == Side::Black ? leaves_of<Side::Black>(padded, depth)
                                            : leaves_of<Side::White>(padded, depth);
    }

private:
    template <Side S>
    static std::uint64_t leaves_of(const PaddedPosition& position, int depth) {
        if (depth == 1) return move_count<S>(position);
        std::uint64_t sum = 0;
        if (depth == 2) {
            visit_moves<S, Paths>(position, [&](auto piece, Padded from, Padded to, Padded taken) {
                sum += move_count<other(S)>(after<S>(position, piece, from, to, taken));
            });
        } else {
            visit_moves<S, Paths>(position, [&](auto piece, Padded from, Padded to, Padded taken) {
                sum += leaves_of<other(S)>(after<S>(position, piece, from, to, taken), depth - 1);
            });
        }
        return sum;
    }

    template <Side S>
    [[gnu::always_inline]] static std::uint64_t move_count(const PaddedPosition& position) {
        const View view = view_of<S>(position);
        if (!view.kings.is_empty()) [[unlikely]]
            return move_count_with_kings<S>(view);
        const Padded left = shift<Forward<S>::Left>(view.own);
        const Padded right = shift<Forward<S>::Right>(view.own);
        const Padded jumps_left = shift<Forward<S>::Left>(left & view.enemies) & view.empty;
        const Padded jumps_right = shift<Forward<S>::Right>(right & view.enemies) & view.empty;
        const Padded jumps = jumps_left | jumps_right;
        const Padded continued = landings<Forward<S>::Left>(jumps, view.enemies, view.empty) |
                                 landings<Forward<S>::Right>(jumps, view.enemies, view.empty);
        if (!continued.is_empty()) [[unlikely]]
            return visited_jump_count<S>(view);
        // Written as a choice between values, not branches: whether there is a jump is a coin toss.
        const Padded to_left = jumps.is_empty() ? left & view.empty : jumps_left;
        const Padded to_right = jumps.is_empty() ? right & view.empty : jumps_right;
        return to_left.count() + to_right.count();
    }

    template <Side S>
    static std::uint64_t move_count_with_kings(const View& view) {
        if (!all_jumpers<S>(view).is_empty()) return visited_jump_count<S>(view);
        const auto steps = (shift<Forward<S>::Left>(view.own) & view.empty).count() +
                           (shift<Forward<S>::Right>(view.own) & view.empty).count() +
                           (shift<Backward<S>::Left>(view.kings) & view.empty).count() +
                           (shift<Backward<S>::Right>(view.kings) & view.empty).count();
        return steps;
    }

    template <Side S>
    static std::uint64_t visited_jump_count(const View& view) {
        std::uint64_t sum = 0;
        auto count = [&](auto, Padded, Padded, Padded) { ++sum; };
        visit_jumps<S, Paths>(all_jumpers<S>(view), view, count);
        return sum;
    }
};

// The kernels by name; REQUIRES: depth >= 1, and a machine that can run the kernel.
std::uint64_t leaves_portable(const Position& position, int depth, JumpPaths paths);
std::uint64_t leaves_avx2(const Position& position, int depth, JumpPaths paths);

}  // namespace deepwell
