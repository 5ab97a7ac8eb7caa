// The network's arithmetic compiled for any 64-bit machine.

#include "eval/network_kernel.h"

namespace deepwell {

Score network_score_portable(const Network& network,
                             const EndingNetwork* endings,
                             const Position& position) {
    return NetworkKernel<Portable>::score(network, endings, position);
}

}  // namespace deepwell
