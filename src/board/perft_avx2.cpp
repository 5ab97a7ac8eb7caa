// The perft kernel compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "board/perft_kernel.h"

namespace deepwell {

std::uint64_t leaves_avx2(const Position& position, int depth, JumpPaths paths) {
    return paths == JumpPaths::Unique
               ? PerftKernel<Avx2, JumpPaths::Unique>::leaves(position, depth)
               : PerftKernel<Avx2, JumpPaths::All>::leaves(position, depth);
}

}  // namespace deepwell
