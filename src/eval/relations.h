// Heuristics of how pieces stand to each other.  Each gives the value for side S; drawings as in
// material.h.

#pragma once

#include <cstdlib>

#include "eval/sight.h"

namespace deepwell {

inline constexpr Padded WestEdge =
    squares_where<Side::Black>([](int, int column) { return column == 0; });
inline constexpr Padded EastEdge =
    squares_where<Side::Black>([](int, int column) { return column == BoardSize - 1; });

// Enemy men on one edge that would be jumped when they step off it.  `In` is the only direction in
// which such a man steps, `Along` ours from the same edge towards it.
template <Direction In, Direction Along, class Isa, Side S>
[[gnu::always_inline]] inline Padded held_steps(const Sight<Isa, S>& s, Padded edge_men) {
    const Padded step = shift<In>(edge_men) & s.empty;
    const Padded from_ahead = shift<opposite(In)>(s.own);  // lands where the man came from
    const Padded from_edge = shift<Along>(s.own) & shift<opposite(Along)>(s.empty);
    return step & (from_ahead | from_edge);
}

// Enemy men held at the side of the board: their one step would be answered by a jump.
//    13   .  (b)  .  15   .  16   .    B:W21:B14
//     .  17   .  18   .  19   .  20    Black 1: the white man can only go to 17, where 14x21
//    (w)  .  22   .  23   .  24   .    takes it.  White 0.  From 13 Black would hold it too: 13x22.
template <class Isa, Side S>
[[gnu::always_inline]] inline int pin(const Sight<Isa, S>& s) {
    using See = Sight<Isa, S>;
    const Padded west = held_steps<See::BackRight, See::Right>(s, s.enemy_men & WestEdge);
    const Padded east = held_steps<See::BackLeft, See::Left>(s, s.enemy_men & EastEdge);
    return count<Isa>(west) + count<Isa>(east);
}

// How many men more stand on one wing than on the other; kings walk and do not count.
//     .  (b)  .  (b) |  .   3   .   4   B:W14,K15:B1,2,5,8
//    (b)  .   6   .  |  7   .  (b)  .   Black 2: three men on the left, one on the
//     .   9   .  10  |  .  11   .  12   right.  White 1: a man on the left; the king
//    13   .  (w)  .  | (W)  .  16   .   does not count.
template <class Isa, Side S>
[[gnu::always_inline]] inline int balance(const Sight<Isa, S>& s) {
    constexpr Padded Near = squares_where<S>([](int, int file) { return file < BoardSize / 2; });
    constexpr Padded Far =
        squares_where<S>([](int, int file) { return file >= (BoardSize + 1) / 2; });
    return std::abs(count<Isa>(s.men & Near) - count<Isa>(s.men & Far));
}

}  // namespace deepwell
