#include "compose/likeness.h"

#include <algorithm>

namespace deepwell::compose {

namespace {

// How many pieces of one kind stand elsewhere.  REQUIRES: equally many.
int moved(Bitboard a, Bitboard b) {
    return (a - b).count();
}

bool have_same_material(const Position& a, const Position& b) {
    return std::all_of(Sides.begin(), Sides.end(), [&](Side side) {
        return a.men(side).count() == b.men(side).count() &&
               a.kings_of(side).count() == b.kings_of(side).count();
    });
}

}  // namespace

Position white_to_move(const Position& position) {
    return position.side == Side::White ? position : turned(position);
}

bool are_alike(const Position& first, const Position& second) {
    const Position a = white_to_move(first), b = white_to_move(second);
    if (!have_same_material(a, b)) return false;
    int elsewhere = 0;
    for (const Side side : Sides)
        elsewhere += moved(a.men(side), b.men(side)) + moved(a.kings_of(side), b.kings_of(side));
    return elsewhere <= 1;
}

bool Collection::has_one_like(const Position& position) const {
    return std::any_of(positions_.begin(), positions_.end(), [&](const Position& other) {
        return are_alike(position, other);
    });
}

}  // namespace deepwell::compose
