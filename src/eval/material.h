// Heuristics of material.  Each function gives the value for side S; examples are for 8x8.

#pragma once

#include <algorithm>

#include "eval/sight.h"

namespace deepwell {

// All pieces.
//      .  (b)  .   .        Black has 3 (a man, two kings), White 1.
//     (B)  .  (w)  .
//      .   .   .  (B)
template <class Isa, Side S>
[[gnu::always_inline]] inline int piece_count(const Sight<Isa, S>& s) {
    return s.pieces;
}

// Kings, which piece_count has counted once already.  In the picture above: Black 2, White 0.
template <class Isa, Side S>
[[gnu::always_inline]] inline int king_count(const Sight<Isa, S>& s) {
    return count<Isa>(s.kings);
}

// Exchanges help who is ahead: the pieces ahead, times the pieces that have left the board.
// 3 pieces against 1: Black is 2 ahead, 20 pieces are gone, value 40; White 0.
template <class Isa, Side S>
[[gnu::always_inline]] inline int exchange(const Sight<Isa, S>& s) {
    const int gone = std::max(0, 2 * MenPerSide - s.pieces - s.enemy_pieces);
    return std::max(0, s.pieces - s.enemy_pieces) * gone;
}

// The number of kings of the side that is behind, which keep it alive.
//     (W)  .   .   .        White is behind with one king: White 1.
//      .   .   .   .        Black is ahead, its kings do not count here: 0.
//      .  (B) (B)  .
template <class Isa, Side S>
[[gnu::always_inline]] inline int numb_kings(const Sight<Isa, S>& s) {
    return s.pieces < s.enemy_pieces ? count<Isa>(s.kings) : 0;
}

}  // namespace deepwell
