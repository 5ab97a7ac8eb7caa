// The heuristics compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "eval/chinook_kernel.h"

namespace deepwell {

Score chinook_score_avx2(const Position& position, const Weights& weights) {
    return ChinookKernel<Avx2>::score(position, weights);
}

HeuristicValues chinook_values_avx2(const Position& position) {
    return ChinookKernel<Avx2>::values(position);
}

}  // namespace deepwell
