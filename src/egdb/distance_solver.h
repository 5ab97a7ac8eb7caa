// Distances of one material, when its values are known.

#pragma once

#include <memory>
#include <stop_token>

#include "egdb/distance_table.h"
#include "egdb/material_solver.h"

namespace deepwell::egdb {

// The finished table, or nullptr if stopped.  REQUIRES: `values` has this material and, with
// `distances`, every other material that a move of either side can lead to.
std::unique_ptr<DistanceTable> solve_distances(const RawTable& table,
                                               const RawStore& values,
                                               const DistanceStore& distances,
                                               const SolveOptions& options,
                                               const std::stop_token& stop,
                                               const PositionsDone& done);

// Solves the distances over one men configuration; one per thread.
class DistanceConfigSolver {
public:
    virtual ~DistanceConfigSolver() = default;
    virtual void solve(std::uint64_t configuration) = 0;
};

std::unique_ptr<DistanceConfigSolver> make_distance_solver_portable(const RawStore& values,
                                                                    const DistanceStore& distances,
                                                                    const RawTable& table,
                                                                    DistanceTable& out);
std::unique_ptr<DistanceConfigSolver> make_distance_solver_avx2(const RawStore& values,
                                                                const DistanceStore& distances,
                                                                const RawTable& table,
                                                                DistanceTable& out);

}  // namespace deepwell::egdb
