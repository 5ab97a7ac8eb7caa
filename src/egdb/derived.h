// Which positions are not stored, because a look at their moves gives their values.
//
// Of the values "Black to move" and "White to move" of the same pieces one is enough: the other
// follows from it, one move ahead.  Files leave out the half that is cheaper to derive where values
// are hard to code, which is where the sides are nearly equal.  docs/egdb-method.md argues why the
// look ahead ends.

#pragma once

#include "egdb/material.h"
#include "egdb/men.h"

namespace deepwell::egdb {

// Fewer pieces cost few bytes, and are asked for most often.
inline constexpr int LeastDerivedPieces = 6;

// Of the side to move: more kings have more moves to look at.
inline constexpr int MostDerivedKings = 1;

constexpr bool has_derived_positions(const Material& m) {
    const int difference = m.black.pieces() - m.white.pieces();
    return m.pieces() >= LeastDerivedPieces && m.black.kings <= MostDerivedKings &&
           (difference == 0 || difference == -1);
}

// No position of this material with Black to move is stored.
constexpr bool is_derived(const Material& m) {
    if (!has_derived_positions(m)) return false;
    return m.black.pieces() < m.white.pieces() || m.black.kings < m.white.kings;
}

// Positions with these men and Black to move are not stored.  If both sides have the same pieces,
// turning the board leads from men that are not stored to men that are.  It is the side whose men
// stand further ahead that is derived: a step takes them further still, so it leads to what is
// stored, as a king's move does.
constexpr bool is_derived(const Material& m, const Men& men) {
    if (m.black == m.white && has_derived_positions(m))
        return men.black.bits() > men.white.turned().bits();
    return is_derived(m);
}

}  // namespace deepwell::egdb
