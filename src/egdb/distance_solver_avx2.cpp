// The distance solver compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "egdb/distance_solver_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<DistanceConfigSolver> make_distance_solver_avx2(const RawStore& values,
                                                                const DistanceStore& distances,
                                                                const RawTable& table,
                                                                DistanceTable& out) {
    return std::make_unique<DistanceSolverKernel<Avx2>>(values, distances, table, out);
}

}  // namespace deepwell::egdb
