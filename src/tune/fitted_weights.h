// Weights of the heuristics that were found from data, with what is known of their certainty.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/weights.h"

namespace deepwell::tune {

struct PhaseFit {
    std::uint64_t samples = 0;  // learned from
    double loss_before = 0;     // on held-out games
    double loss_after = 0;
};

// Two heuristics that go up and down together: only the sum of their weights is certain.
struct Correlation {
    std::size_t phase = 0;
    Heuristic first = Heuristic::PieceCount;
    Heuristic second = Heuristic::PieceCount;
    double coefficient = 0;
};

struct FittedWeights {
    Weights weights;
    double scale = 0;  // points a logit; 0 where there are no logits
    std::array<PhaseFit, PhaseCount> phases;
    // One standard deviation of each weight, in points, by phase.
    std::array<std::array<double, HeuristicCount>, PhaseCount> errors{};
    std::vector<Correlation> correlations{};  // the strongest first
};

// Pairs beyond this cannot be told apart.
inline constexpr double StrongCorrelation = 0.8;

}  // namespace deepwell::tune
