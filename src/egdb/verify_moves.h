// BestOfMoves: the largest entry that a move of a position leads to, seen by the side that moves.

#pragma once

#include "board/movegen_kernel.h"
#include "egdb/verify_arrays.h"

namespace deepwell::egdb {

// A position with White to move: the turned one of an index, so that what follows has Black to move
// and stands in an array as it is.
template <class Isa>
[[gnu::always_inline]] inline PaddedPosition turned_and_padded(const Position& p) {
    return {pad<Isa>(p.white.turned()), pad<Isa>(p.black.turned()), pad<Isa>(p.kings.turned())};
}

[[gnu::always_inline]] inline bool must_jump(const PaddedPosition& p) {
    return !all_jumpers<Side::White>(view_of<Side::White>(p)).is_empty();
}

template <class Isa>
[[gnu::always_inline]] inline Position with_black_to_move(const PaddedPosition& p) {
    return {unpad<Isa>(p.black), unpad<Isa>(p.white), unpad<Isa>(p.kings), Side::Black};
}

template <class Isa, class Array>
class BestOfMoves {
public:
    using Entry = typename Array::Entry;

    // For positions whose turned material is that of `twin`; nullptr if it is not at hand.
    BestOfMoves(const ArraySet<Array>& arrays, const Array* twin) : arrays_(arrays), twin_(twin) {}

    // White is to move.  More than Array::Best if something is unknown.
    [[gnu::always_inline]] Entry operator()(const PaddedPosition& p) const {
        Entry best = Array::Mated;
        visit_moves<Side::White>(p, [&](auto piece, Padded from, Padded to, Padded captured) {
            if (best >= Array::Best) return;
            const PaddedPosition next = after<Side::White>(p, piece, from, to, captured);
            const bool is_same_material =
                captured.is_empty() && next.kings.count() == p.kings.count();
            const Entry here = Array::before(
                is_same_material ? entry_in(twin_, with_black_to_move<Isa>(next)) : entry(next));
            best = std::max(best, here);
        });
        return best;
    }

private:
    [[gnu::noinline]] Entry entry(const PaddedPosition& next) const {
        if (next.black.is_empty()) return Array::Mated;
        const Position position = with_black_to_move<Isa>(next);
        return entry_in(arrays_.find(position), position);
    }
    [[gnu::always_inline]] static Entry entry_in(const Array* array, const Position& position) {
        if (array == nullptr) return Array::Unknown;
        return (*array)[array->index().template index_of<Isa>(position)];
    }

    const ArraySet<Array>& arrays_;
    const Array* twin_;
};

}  // namespace deepwell::egdb
