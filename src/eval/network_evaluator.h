// NetworkEvaluator: judges by a network.

#pragma once

#include <memory>

#include "base/cpu.h"
#include "eval/evaluator.h"
#include "eval/network.h"

namespace deepwell {

class NetworkEvaluator final : public Evaluator {
public:
    // REQUIRES: not null.
    explicit NetworkEvaluator(std::shared_ptr<const Network> network,
                              Kernel kernel = best_kernel());

    Score evaluate(const Position& position) const override { return score_(*network_, position); }

private:
    std::shared_ptr<const Network> network_;
    Score (*score_)(const Network&, const Position&);
};

}  // namespace deepwell
