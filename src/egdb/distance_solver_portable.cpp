// The distance solver compiled for any machine.

#include "egdb/distance_solver_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<DistanceConfigSolver> make_distance_solver_portable(const RawStore& values,
                                                                    const DistanceStore& distances,
                                                                    const RawTable& table,
                                                                    DistanceTable& out) {
    return std::make_unique<DistanceSolverKernel<Portable>>(values, distances, table, out);
}

}  // namespace deepwell::egdb
