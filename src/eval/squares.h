// Heuristics of where pieces stand.  Each gives the value for side S; drawings as in material.h.

#pragma once

#include <utility>

#include "eval/sight.h"

namespace deepwell {

// Men that have not left the single corner: 4 and 8 for Black, 29 and 25 for White.
// Boards of odd size have two such corners.
//     .   1   .   2   .   3   .  (b)   B:W29,32:B4,8,12
//     5   .   6   .   7   .  (b)  .    Black 2: 4 and 8; the man on 12 has left the corner.
//     .   9   .  10   .  11   .  (b)
//    (w)  .  30   .  31   .  (w)  .    White 1: 29.
template <class Isa, Side S>
[[gnu::always_inline]] inline int single_corner_angle(const Sight<Isa, S>& s) {
    constexpr Padded Angle = squares_where<S>([](int rank, int file) {
        const bool odd_corner = BoardSize % 2 != 0 && rank == file;
        return rank < 2 && (rank + file == BoardSize - 1 || odd_corner);
    });
    return count<Isa>(s.men & Angle);
}

// Men that have not moved out before the double corner: 5 and 6 for Black, 28 and 27 for White.
// Boards of odd size have no double corner: 0.
//    (b)  .  (b)  .  (b)  .   8   .    B:W28,32:B5,6,7
//     .  25   .  26   .  27   .  (w)   Black 2: 5 and 6.
//    29   .  30   .  31   .  (w)  .    White 1: 28; 32 belongs to the back row.
template <class Isa, Side S>
[[gnu::always_inline]] inline int double_corner_angle(const Sight<Isa, S>& s) {
    constexpr Padded Angle = squares_where<S>(
        [](int rank, int file) { return BoardSize % 2 == 0 && rank == 1 && file <= 2; });
    return count<Isa>(s.men & Angle);
}

// Men on the back row, and 2 more for the bridge, the pair that guards it best: 1 and 3 for
// Black, 32 and 30 for White.  Other boards than 8x8 have no bridge.
//     .  (b)  .   2   .  (b)  .   4    B:W29,30,31:B1,3   Black 4: two men, and 2 for the bridge.
//    (w)  .  (w)  .  (w)  .  32   .    White 3: three men and no bridge.
template <class Isa, Side S>
[[gnu::always_inline]] inline int back_row(const Sight<Isa, S>& s) {
    constexpr Padded Bridge = squares_where<S>(
        [](int rank, int file) { return BoardSize == 8 && rank == 0 && (file == 1 || file == 5); });
    const bool bridge = !Bridge.is_empty() && (s.men & Bridge) == Bridge;
    return count<Isa>(s.men & BackRow<S>) + (bridge ? 2 : 0);
}

// Men on the eight centre squares; those of its heart, 14 15 18 19, count twice.
//     .   9   .  (b)  .  11   .  12    B:W22,K23:B10,15
//    13   .  14   .  (b)  .  16   .    Black 3: 1 for the man on 10, 2 for that on 15.
//     .  17   .  18   .  19   .  20
//    21   .  (w)  .  (W)  .  24   .    White 1: 22; its king does not count here.
template <class Isa, Side S>
[[gnu::always_inline]] inline int centrality(const Sight<Isa, S>& s) {
    return count<Isa>(s.men & Centre) + count<Isa>(s.men & Heart);
}

// The sum of the ranks of the given men, by the binary digits of the rank.
template <class Isa, Side S>
[[gnu::always_inline]] inline int sum_of_ranks(Padded men) {
    constexpr Padded Ones = squares_where<S>([](int rank, int) { return (rank & 1) != 0; });
    constexpr Padded Twos = squares_where<S>([](int rank, int) { return (rank & 2) != 0; });
    constexpr Padded Fours = squares_where<S>([](int rank, int) { return (rank & 4) != 0; });
    return count<Isa>(men & Ones) + 2 * count<Isa>(men & Twos) + 4 * count<Isa>(men & Fours);
}

// How many rows the men have gone forward from their back row, in all.
//     .   1   .  (b)  .   3   .   4    B:W14,16:B2,7,13
//     5   .   6   .  (b)  .   8   .    Black 4: 0 for the man on 2, 1 for 7 and 3 for 13.
//     .   9   .  10   .  11   .  12
//    (b)  .  (w)  .  15   .  (w)  .    White 8: both men have gone four rows.
template <class Isa, Side S>
[[gnu::always_inline]] inline int advancement(const Sight<Isa, S>& s) {
    return sum_of_ranks<Isa, S>(s.men);
}

// Squares on which no man stands and to which none can come any more: men do not go back.
// Without men it is the board.
//     .  (b)  .  26   .  27   .  28    B:W32:B25   Black 29: its man still guards 25, 29 and 30.
//    29   .  30   .  31   .  (w)  .    White 9: from 32 a man may come to 22 others.
template <class Isa, Side S>
[[gnu::always_inline]] inline int shadow(const Sight<Isa, S>& s) {
    Padded reached = s.men;
    const auto step = [&] {
        reached |=
            (shift<Forward<S>::Left>(reached) | shift<Forward<S>::Right>(reached)) & PaddedBoard;
    };
    [&]<int... I>(std::integer_sequence<int, I...>) {
        ((static_cast<void>(I), step()), ...);
    }
    (std::make_integer_sequence<int, BoardSize - 1>{});
    return SquareCount - count<Isa>(reached);
}

// Kings on the centre squares; those of its heart, 14 15 18 19, count twice.
//     .   9   .  (B)  .  11   .  12    B:WK22:BK10,K15
//    13   .  14   .  (B)  .  16   .    Black 3: 1 for the king on 10, 2 for that on 15.
//     .  17   .  18   .  19   .  20
//    21   .  (W)  .  23   .  24   .    White 1.
template <class Isa, Side S>
[[gnu::always_inline]] inline int king_centralize(const Sight<Isa, S>& s) {
    return count<Isa>(s.kings & Centre) + count<Isa>(s.kings & Heart);
}

// Kings of the side that is behind in a double corner, 1 5 or 28 32, where it may hold the draw.
//     .  (B)  .   2   .   3   .   4    B:WK14,K15:BK1
//     5   .   6   .   7   .   8   .    Black 1: one king against two, and it is in the
//     .   9   .  10   .  11   .  12    double corner.  White 0.
//    13   .  (W)  .  (W)  .  16   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int corners(const Sight<Isa, S>& s) {
    constexpr Padded DoubleCorners = squares_where<S>([](int rank, int file) {
        const int last = 2 * (BoardSize - 1);
        return BoardSize % 2 == 0 && (rank + file == 1 || rank + file == last - 1);
    });
    return s.pieces < s.enemy_pieces ? count<Isa>(s.kings & DoubleCorners) : 0;
}

}  // namespace deepwell
