#include "eval/chinook.h"

#include "eval/chinook_kernel.h"

namespace deepwell {

namespace {

struct KernelFunctions {
    Score (*score)(const Position&, const Weights&);
    HeuristicValues (*values)(const Position&);
};

KernelFunctions functions_of([[maybe_unused]] Kernel kernel) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return {&chinook_score_avx2, &chinook_values_avx2};
#endif
    return {&chinook_score_portable, &chinook_values_portable};
}

}  // namespace

ChinookEvaluator::ChinookEvaluator(const Weights& weights, Kernel kernel)
    : weights_(weights), score_(functions_of(kernel).score) {}

HeuristicValues heuristic_values(const Position& position, Kernel kernel) {
    return functions_of(kernel).values(position);
}

}  // namespace deepwell
