// The cells of a distance file, compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "egdb/distance_cells_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<DistanceCells> make_distance_cells_avx2(const RawTable& values,
                                                        const DistanceTable& distances,
                                                        Side mover) {
    return std::make_unique<DistanceCellsKernel<Avx2>>(values, distances, mover);
}

}  // namespace deepwell::egdb
