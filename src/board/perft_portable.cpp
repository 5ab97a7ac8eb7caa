// The perft kernel compiled for any machine.

#include "board/perft_kernel.h"

namespace deepwell {

std::uint64_t leaves_portable(const Position& position, int depth, JumpPaths paths) {
    return paths == JumpPaths::Unique
               ? PerftKernel<Portable, JumpPaths::Unique>::leaves(position, depth)
               : PerftKernel<Portable, JumpPaths::All>::leaves(position, depth);
}

}  // namespace deepwell
