#include "egdb/distance_cells.h"

namespace deepwell::egdb {

std::unique_ptr<DistanceCells> make_distance_cells(Kernel kernel,
                                                   const RawTable& values,
                                                   const DistanceTable& distances,
                                                   Side mover) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_distance_cells_avx2(values, distances, mover);
#endif
    static_cast<void>(kernel);
    return make_distance_cells_portable(values, distances, mover);
}

}  // namespace deepwell::egdb
