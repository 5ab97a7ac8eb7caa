// Heuristics of how pieces stand to each other.  Each gives the value for side S.

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
//     13   .  (b)  .        The white man on 21 can only go to 17, where 14x21 takes it:
//      .  17   .  18        Black holds one man, White none.
//    (w)   .  22   .        A black man on 13 instead would hold it too, 13x22.
template <class Isa, Side S>
[[gnu::always_inline]] inline int pin(const Sight<Isa, S>& s) {
    using See = Sight<Isa, S>;
    const Padded west = held_steps<See::BackRight, See::Right>(s, s.enemy_men & WestEdge);
    const Padded east = held_steps<See::BackLeft, See::Left>(s, s.enemy_men & EastEdge);
    return count<Isa>(west) + count<Isa>(east);
}

// How many men more stand on one wing than on the other; kings walk and do not count.
//     .  (b)  .  (b)  |  .   .   .   .       Black has 3 men on the left and 1 on the right: 2.
//    (b)  .   .   .   |  .   .  (b)  .       White has none: 0.
template <class Isa, Side S>
[[gnu::always_inline]] inline int balance(const Sight<Isa, S>& s) {
    constexpr Padded Near = squares_where<S>([](int, int file) { return file < BoardSize / 2; });
    constexpr Padded Far =
        squares_where<S>([](int, int file) { return file >= (BoardSize + 1) / 2; });
    return std::abs(count<Isa>(s.men & Near) - count<Isa>(s.men & Far));
}

}  // namespace deepwell
