// Weights for Chinook's heuristics, learned from samples by logistic regression.
//
// The model: a position of score s, in points, is worth 1 / (1 + exp(-s / scale)) to the side to
// move, where a win is worth 1, a draw 1/2 and a loss 0.  Each phase has weights of its own; they
// are found by Newton's method (iteratively reweighted least squares) with a small ridge, and
// brought to one common scale, so that a man is worth 100 on average over the samples.

#pragma once

#include <vector>

#include "tune/fitted_weights.h"
#include "tune/sample_file.h"

namespace deepwell::tune {

struct WeightFitOptions {
    double ridge = 1e-4;       // times the number of samples, on weights per standard deviation
    int held_out_in_100 = 10;  // games whose samples only judge
    // How much of the target is what the search said, the rest being how the game ended.
    double score_share = 0;
    double score_scale = 100;  // points that mean a worth of 0.73
};

// Throws Error if a phase has too few samples to learn from.
FittedWeights fit_weights(const std::vector<SampleBatch>& batches,
                          const Weights& before,
                          const WeightFitOptions& options = {});

}  // namespace deepwell::tune
