// ChinookEvaluator: the weighted sum of named heuristics, as in Chinook of 1991.
//
//     value = sum over heuristics of weight[phase] * (value for us - value for them)

#pragma once

#include "base/cpu.h"
#include "eval/evaluator.h"
#include "eval/weights.h"

namespace deepwell {

class ChinookEvaluator final : public Evaluator {
public:
    explicit ChinookEvaluator(const Weights& weights = default_weights(),
                              Kernel kernel = best_kernel());

    Score evaluate(const Position& position) const override { return score_(position, weights_); }

private:
    Weights weights_;
    Score (*score_)(const Position&, const Weights&);
};

// What the heuristics say of each side, before any weighing.
HeuristicValues heuristic_values(const Position& position, Kernel kernel = best_kernel());

}  // namespace deepwell
