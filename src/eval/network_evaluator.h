// NetworkEvaluator: judges by a network, and endings by one of their own if it has one.

#pragma once

#include <memory>

#include "base/cpu.h"
#include "eval/ending_network.h"
#include "eval/evaluator.h"
#include "eval/network.h"

namespace deepwell {

class NetworkEvaluator final : public Evaluator {
public:
    // REQUIRES: the network is not null; `endings` may be.
    explicit NetworkEvaluator(std::shared_ptr<const Network> network,
                              std::shared_ptr<const EndingNetwork> endings = nullptr,
                              Kernel kernel = best_kernel());

    Score evaluate(const Position& position) const override {
        return score_(*network_, endings_.get(), position);
    }

private:
    std::shared_ptr<const Network> network_;
    std::shared_ptr<const EndingNetwork> endings_;
    Score (*score_)(const Network&, const EndingNetwork*, const Position&);
};

}  // namespace deepwell
