// Heuristics of time.  Each gives the value for side S; drawings as in material.h.

#pragma once

#include "eval/sight.h"

namespace deepwell {

// 1 for the side to move.
//     .  (b)  .   2   .   3   .   4    B:W10:B1
//     5   .   6   .   7   .   8   .    Black 1: it is to move.  White 0.
//     .   9   .  (w)  .  11   .  12    The same pieces with W: the other way round.
template <class Isa, Side S>
[[gnu::always_inline]] inline int side_to_move(const Sight<Isa, S>& s) {
    return s.to_move ? 1 : 0;
}

// 1 for the side that has "the move", the opposition of chess, which decides who runs out of
// waiting moves.  With equal pieces the side to move has it if an odd number of pieces, of both
// colours, stand on the files that begin at its own back row: all rows of that row's parity.
//     .  (b)  .   2   .   3   .   4    B:W9:B1
//     5   .   6   .   7   .   8   .    White 1, Black 0: both pieces stand on Black's files, an
//     .  (w)  .  10   .  11   .  12    even number, and Black, to move, must give way: 1-6 9x2.
// White, who plays second, has the move in the start position.  Only on boards of even size, where
// the two sides' files are different ones.
template <class Isa, Side S>
[[gnu::always_inline]] inline int the_move(const Sight<Isa, S>& s) {
    if constexpr (BoardSize % 2 != 0) return 0;
    constexpr Padded OwnFiles = squares_where<S>([](int rank, int) { return rank % 2 == 0; });
    const Padded files = s.to_move ? OwnFiles : PaddedBoard - OwnFiles;  // of the side to move
    const bool odd = count<Isa>((s.own | s.enemies) & files) % 2 != 0;
    return s.pieces == s.enemy_pieces && odd == s.to_move ? 1 : 0;
}

}  // namespace deepwell
