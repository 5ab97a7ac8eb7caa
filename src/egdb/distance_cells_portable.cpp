// The cells of a distance file, compiled for any machine.

#include "egdb/distance_cells_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<DistanceCells> make_distance_cells_portable(const RawTable& values,
                                                            const DistanceTable& distances,
                                                            Side mover) {
    return std::make_unique<DistanceCellsKernel<Portable>>(values, distances, mover);
}

}  // namespace deepwell::egdb
