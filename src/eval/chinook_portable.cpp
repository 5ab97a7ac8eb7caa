// The heuristics compiled for any machine.

#include "eval/chinook_kernel.h"

namespace deepwell {

Score chinook_score_portable(const Position& position, const Weights& weights) {
    return ChinookKernel<Portable>::score(position, weights);
}

HeuristicValues chinook_values_portable(const Position& position) {
    return ChinookKernel<Portable>::values(position);
}

}  // namespace deepwell
