// Heuristics that look a little ahead: room to move, men on their way, kings free or shut in.
// Each gives the value for side S; drawings as in material.h.

#pragma once

#include <utility>

#include "eval/squares.h"

namespace deepwell {

// Steps of men that cannot be jumped at once.
//     .   9   .  (b)  .  11   .  12    B:W19:B10
//    13   .  14   .  15   .  16   .    Black 1: from 10 to 14; on 15 White's 19x10 would take it.
//     .  17   .  18   .  (w)  .  20    White 1: from 19 to 16; on 15 Black's 10x19 would take it.
template <class Isa, Side S>
[[gnu::always_inline]] inline int safe_moves(const Sight<Isa, S>& s) {
    using See = Sight<Isa, S>;
    return count<Isa>(s.template safe_movers<See::Left>(s.men)) +
           count<Isa>(s.template safe_movers<See::Right>(s.men));
}

// Men that can neither step nor jump.
//     .  (b)  .   2   .   3   .   4    B:W14:B1,5,6
//    (b)  .  (b)  .   7   .   8   .    Black 1: the man on 1 is shut in by 5 and 6, which can move.
//     .   9   .  10   .  11   .  12
//    13   .  (w)  .  15   .  16   .    White 0.
template <class Isa, Side S>
[[gnu::always_inline]] inline int blocked_men(const Sight<Isa, S>& s) {
    using See = Sight<Isa, S>;
    // Where a man must stand to have an open way: a free square, or an enemy and a free one.
    const auto open = [&]<Direction D>(std::integral_constant<Direction, D>) {
        const Padded beyond = shift<opposite(D)>(s.empty);
        return beyond | shift<opposite(D)>(beyond & s.enemies);
    };
    const Padded can_move = open(std::integral_constant<Direction, See::Left>{}) |
                            open(std::integral_constant<Direction, See::Right>{});
    return count<Isa>(s.men - can_move);
}

// How kings may move safely: the number of steps, and those kings that have one.
struct KingSteps {
    int steps = 0;
    Padded movers;
};
template <class Isa, Side S>
[[gnu::always_inline]] inline KingSteps safe_king_steps(const Sight<Isa, S>& s) {
    const Padded sw = s.template safe_movers<Direction::SouthWest>(s.kings);
    const Padded se = s.template safe_movers<Direction::SouthEast>(s.kings);
    const Padded nw = s.template safe_movers<Direction::NorthWest>(s.kings);
    const Padded ne = s.template safe_movers<Direction::NorthEast>(s.kings);
    return {count<Isa>(sw) + count<Isa>(se) + count<Isa>(nw) + count<Isa>(ne), sw | se | nw | ne};
}

// Steps of kings that cannot be jumped at once.
//     .  17   .  (B)  .  19   .  20    B:WK29:BK18
//    21   .  22   .  23   .  24   .    Black 4: 14, 15, 22 and 23.
//     .  25   .  26   .  27   .  28
//    (W)  .  30   .  31   .  32   .    White 1: 25.
[[gnu::always_inline]] inline int king_mobility(const KingSteps& steps) {
    return steps.steps;
}

// Men in the far half of the board that walk to the king row over free squares which no enemy
// could jump from or to: 3 for a man one step away, 2 and 1 for two and three steps (on 8x8).
//    (w)  .  (b)  .  23   .  24   .    B:W21:B22
//     .  25   .  26   .  27   .  28    Black 2: from 22 it crowns in two steps.  White 0: too far.
//    29   .  30   .  31   .  32   .    A white man on 30 would attack 25 and 26: 0 for Black.
template <class Isa, Side S>
[[gnu::always_inline]] inline int runaway(const Sight<Isa, S>& s) {
    using See = Sight<Isa, S>;
    constexpr int FirstRank = (BoardSize + 1) / 2;
    constexpr Padded FarHalf = squares_where<S>([](int rank, int) { return rank >= FirstRank; });
    const Padded candidates = s.men & FarHalf;
    if (candidates.is_empty()) return 0;
    Padded guarded = shift<See::BackLeft>(s.enemies) | shift<See::BackRight>(s.enemies);
    guarded |= shift<See::Left>(s.enemy_kings) | shift<See::Right>(s.enemy_kings);
    // Nobody is jumped on the king row itself.
    const Padded free = s.empty - (guarded - PaddedKingRow<S>);
    Padded way = free & PaddedKingRow<S>;
    const auto before = [](Padded set) {
        return shift<See::BackLeft>(set) | shift<See::BackRight>(set);
    };
    [&]<int... I>(std::integer_sequence<int, I...>) {
        ((static_cast<void>(I), way |= before(way) & free), ...);
    }
    (std::make_integer_sequence<int, BoardSize - 2 - FirstRank>{});
    const Padded running = candidates & before(way);
    return sum_of_ranks<Isa, S>(running) - (FirstRank - 1) * count<Isa>(running);
}

// The only kings on the board harass loose men, the more so while the own back row keeps the
// enemy from crowning: 1 for a king with a safe step, 1 for each man on the own back row.
//     .  (b)  .   2   .  (b)  .   4    B:W16:B1,3,K10
//     5   .   6   .   7   .   8   .    Black 3: a free king, and two men at home.
//     .   9   .  (B)  .  11   .  12
//    13   .  14   .  15   .  (w)  .    White 0: it has no king.
template <class Isa, Side S>
[[gnu::always_inline]] inline int free_king(const Sight<Isa, S>& s, const KingSteps& steps) {
    if (steps.movers.is_empty() || !s.enemy_kings.is_empty()) return 0;
    return 1 + count<Isa>(s.men & BackRow<S>);
}

// Kings on the edge that have no safe step and no jump.
//    21   .  22   .  23   .  24   .    B:W30:BK29
//     .  25   .  26   .  27   .  28    Black 1: the king can only go to 25, where 30x21 takes it.
//    (B)  .  (w)  .  31   .  32   .    White 0.
template <class Isa, Side S>
[[gnu::always_inline]] inline int trapped_king(const Sight<Isa, S>& s, const KingSteps& steps) {
    constexpr Padded Edge = squares_where<S>([](int rank, int file) {
        return rank == 0 || file == 0 || rank == BoardSize - 1 || file == BoardSize - 1;
    });
    const Padded stuck = (s.kings & Edge) - steps.movers;
    if (stuck.is_empty()) return 0;
    return count<Isa>(stuck - all_jumpers<S>(View{stuck, s.enemies, s.empty, stuck}));
}

}  // namespace deepwell
