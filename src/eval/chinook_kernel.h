// All heuristics of a position, and their weighted sum, for one instruction set.

#pragma once

#include <algorithm>
#include <utility>

#include "eval/material.h"
#include "eval/planning.h"
#include "eval/relations.h"
#include "eval/score.h"
#include "eval/squares.h"
#include "eval/timing.h"
#include "eval/weights.h"

namespace deepwell {

template <class Isa>
class ChinookKernel {
public:
    static HeuristicValues values(const Position& position) { return values_of(position); }

    static Score score(const Position& position, const Weights& weights) {
        const HeuristicValues values = values_of(position);
        const std::size_t phase =
            phase_of(values.black[Heuristic::PieceCount] + values.white[Heuristic::PieceCount]);
        const Score black = weighted(values, weights.phases[phase]);
        const Score score = position.side == Side::Black ? black : -black;
        return std::clamp(score, -MaxEvaluation, MaxEvaluation);
    }

private:
    // Written without a loop, so that the values never leave the registers.
    [[gnu::always_inline]] static inline Score weighted(const HeuristicValues& values,
                                                        const HeuristicNumbers& weights) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (0 + ... +
                    (weights.numbers[I] * (values.black.numbers[I] - values.white.numbers[I])));
        }
        (std::make_index_sequence<HeuristicCount>{});
    }

    [[gnu::always_inline]] static inline HeuristicValues values_of(const Position& position) {
        const PaddedPosition p{
            pad<Isa>(position.black), pad<Isa>(position.white), pad<Isa>(position.kings)};
        const bool black_moves = position.side == Side::Black;
        return {of_side(Sight<Isa, Side::Black>(p, black_moves)),
                of_side(Sight<Isa, Side::White>(p, !black_moves))};
    }

    template <Side S>
    [[gnu::always_inline]] static inline HeuristicNumbers of_side(const Sight<Isa, S>& s) {
        HeuristicNumbers value;
        value[Heuristic::PieceCount] = piece_count(s);
        value[Heuristic::Pin] = pin(s);
        value[Heuristic::Balance] = balance(s);
        value[Heuristic::SingleCornerAngle] = single_corner_angle(s);
        value[Heuristic::DoubleCornerAngle] = double_corner_angle(s);
        value[Heuristic::BackRow] = back_row(s);
        value[Heuristic::Centrality] = centrality(s);
        value[Heuristic::Advancement] = advancement(s);
        value[Heuristic::Shadow] = shadow(s);
        value[Heuristic::SafeMoves] = safe_moves(s);
        value[Heuristic::BlockedMen] = blocked_men(s);
        value[Heuristic::Runaway] = runaway(s);
        value[Heuristic::Exchange] = exchange(s);
        value[Heuristic::SideToMove] = side_to_move(s);
        value[Heuristic::TheMove] = the_move(s);
        if (!s.kings.is_empty()) add_kings(s, value);
        return value;
    }

    template <Side S>
    [[gnu::always_inline]] static inline void add_kings(const Sight<Isa, S>& s,
                                                        HeuristicNumbers& value) {
        const KingSteps steps = safe_king_steps(s);
        value[Heuristic::KingCount] = king_count(s);
        value[Heuristic::KingCentralize] = king_centralize(s);
        value[Heuristic::Corners] = corners(s);
        value[Heuristic::KingMobility] = king_mobility(steps);
        value[Heuristic::FreeKing] = free_king(s, steps);
        value[Heuristic::TrappedKing] = trapped_king(s, steps);
        value[Heuristic::NumbKings] = numb_kings(s);
    }
};

// One source per instruction set defines its pair.
Score chinook_score_portable(const Position& position, const Weights& weights);
HeuristicValues chinook_values_portable(const Position& position);
Score chinook_score_avx2(const Position& position, const Weights& weights);
HeuristicValues chinook_values_avx2(const Position& position);

}  // namespace deepwell
