// Heuristics of where pieces stand.  Each gives the value for side S; the pictures show Black,
// at the top of the 8x8 board.

#pragma once

#include <utility>

#include "eval/sight.h"

namespace deepwell {

// Men that have not left the single corner: 4 and 8 for Black, 29 and 25 for White.
//     .   1   .   2   .   3   .  (b)     Black 2.  Boards of odd size have two such corners.
//     5   .   6   .   7   .  (b)  .
template <class Isa, Side S>
[[gnu::always_inline]] inline int single_corner_angle(const Sight<Isa, S>& s) {
    constexpr Padded Angle = squares_where<S>([](int rank, int file) {
        const bool odd_corner = BoardSize % 2 != 0 && rank == file;
        return rank < 2 && (rank + file == BoardSize - 1 || odd_corner);
    });
    return count<Isa>(s.men & Angle);
}

// Men that have not moved out before the double corner: 5 and 6 for Black, 28 and 27 for White.
//     .   1   .   2   .   3   .   4     Black 2.  Boards of odd size have no double corner: 0.
//    (b)  .  (b)  .   7   .   8   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int double_corner_angle(const Sight<Isa, S>& s) {
    constexpr Padded Angle = squares_where<S>(
        [](int rank, int file) { return BoardSize % 2 == 0 && rank == 1 && file <= 2; });
    return count<Isa>(s.men & Angle);
}

// Men on the back row, and 2 more for the bridge, the pair that guards it best: 1 and 3 for
// Black, 32 and 30 for White.  Other boards than 8x8 have no bridge.
//     .  (b)  .   2   .  (b)  .   4     Black 2 + 2.
template <class Isa, Side S>
[[gnu::always_inline]] inline int back_row(const Sight<Isa, S>& s) {
    constexpr Padded Bridge = squares_where<S>(
        [](int rank, int file) { return BoardSize == 8 && rank == 0 && (file == 1 || file == 5); });
    const bool bridge = !Bridge.is_empty() && (s.men & Bridge) == Bridge;
    return count<Isa>(s.men & BackRow<S>) + (bridge ? 2 : 0);
}

// Men on the eight centre squares; those of its heart, 14 15 18 19, count twice.
//     .   9   .  (b)  .  11   .  12     Black 1 + 2.
//    13   .  14   .  (b)  .  16   .
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
//     .   1   .  (b)  .   3   .   4     Black 0 + 1 + 3.
//     5   .   6   .  (b)  .   8   .
//     .   9   .  10   .  11   .  12
//    (b)  .  14   .  15   .  16   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int advancement(const Sight<Isa, S>& s) {
    return sum_of_ranks<Isa, S>(s.men);
}

// Squares on which no man stands and to which none can come any more: men do not go back.
// A man on 25 alone still guards 25, 29 and 30: the shadow is 29.  Without men it is the board.
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
//     .   9   .  (B)  .  11   .  12     Black 1 + 2.
//    13   .  14   .  (B)  .  16   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int king_centralize(const Sight<Isa, S>& s) {
    return count<Isa>(s.kings & Centre) + count<Isa>(s.kings & Heart);
}

// Kings of the side that is behind in a double corner, 1 5 or 28 32, where it may hold the draw.
//     .  (B)  .   2     Black has one king against two elsewhere: Black 1, White 0.
//     5   .   6   .
template <class Isa, Side S>
[[gnu::always_inline]] inline int corners(const Sight<Isa, S>& s) {
    constexpr Padded DoubleCorners = squares_where<S>([](int rank, int file) {
        const int last = 2 * (BoardSize - 1);
        return BoardSize % 2 == 0 && (rank + file == 1 || rank + file == last - 1);
    });
    return s.pieces < s.enemy_pieces ? count<Isa>(s.kings & DoubleCorners) : 0;
}

}  // namespace deepwell
