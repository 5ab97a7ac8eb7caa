// The network's arithmetic compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "eval/network_kernel.h"

namespace deepwell {

Score network_score_avx2(const Network& network,
                         const EndingNetwork* endings,
                         const Position& position) {
    return NetworkKernel<Avx2>::score(network, endings, position);
}

}  // namespace deepwell
