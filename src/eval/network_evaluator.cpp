#include "eval/network_evaluator.h"

#include "eval/network_kernel.h"

namespace deepwell {

namespace {

auto score_of([[maybe_unused]] Kernel kernel) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return &network_score_avx2;
#endif
    return &network_score_portable;
}

}  // namespace

NetworkEvaluator::NetworkEvaluator(std::shared_ptr<const Network> network,
                                   std::shared_ptr<const EndingNetwork> endings,
                                   Kernel kernel)
    : network_(std::move(network)), endings_(std::move(endings)), score_(score_of(kernel)) {}

}  // namespace deepwell
