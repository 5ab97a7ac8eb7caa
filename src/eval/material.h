// Heuristics of material.  Each function gives the value for side S.  A drawing shows the 8x8
// board, Black at the top; rows that it leaves out are empty.

#pragma once

#include <algorithm>

#include "eval/sight.h"

namespace deepwell {

// All pieces.
//     .  (b)  .   2   .   3   .   4    B:W14:B1,K5,K12
//    (B)  .   6   .   7   .   8   .    Black 3: a man and two kings.  White 1.
//     .   9   .  10   .  11   .  (B)
//    13   .  (w)  .  15   .  16   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int piece_count(const Sight<Isa, S>& s) {
    return s.pieces;
}

// Kings, which piece_count has counted once already.
//     .  (b)  .   2   .   3   .   4    B:W14,K16:B1,K5,K6
//    (B)  .  (B)  .   7   .   8   .    Black 2, White 1: men do not count.
//     .   9   .  10   .  11   .  12
//    13   .  (w)  .  15   .  (W)  .
template <class Isa, Side S>
[[gnu::always_inline]] inline int king_count(const Sight<Isa, S>& s) {
    return count<Isa>(s.kings);
}

// Exchanges help who is ahead: the pieces ahead, times the pieces that have left the board.
//     5   .  (b)  .  (b)  .   8   .    B:W19:B6,7,K10
//     .   9   .  (B)  .  11   .  12    Black 40: it is 2 ahead, and 20 of the 24 pieces are gone.
//    13   .  14   .  15   .  16   .    White 0.
//     .  17   .  18   .  (w)  .  20
template <class Isa, Side S>
[[gnu::always_inline]] inline int exchange(const Sight<Isa, S>& s) {
    const int gone = std::max(0, 2 * MenPerSide - s.pieces - s.enemy_pieces);
    return std::max(0, s.pieces - s.enemy_pieces) * gone;
}

// The number of kings of the side that is behind, which keep it alive.
//    (W)  .   6   .   7   .   8   .    B:WK5:BK18,K19
//     .   9   .  10   .  11   .  12    White 1: it is behind, with one king.
//    13   .  14   .  15   .  16   .    Black 0: kings of the side that is ahead do not count here.
//     .  17   .  (B)  .  (B)  .  20
template <class Isa, Side S>
[[gnu::always_inline]] inline int numb_kings(const Sight<Isa, S>& s) {
    return s.pieces < s.enemy_pieces ? count<Isa>(s.kings) : 0;
}

}  // namespace deepwell
