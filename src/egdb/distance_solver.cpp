#include "egdb/distance_solver.h"

#include "egdb/binomial.h"
#include "egdb/layers.h"

namespace deepwell::egdb {

namespace {

std::unique_ptr<DistanceConfigSolver> make_solver(Kernel kernel,
                                                  const RawStore& values,
                                                  const DistanceStore& distances,
                                                  const RawTable& table,
                                                  DistanceTable& out) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_distance_solver_avx2(values, distances, table, out);
#endif
    static_cast<void>(kernel);
    return make_distance_solver_portable(values, distances, table, out);
}

}  // namespace

std::unique_ptr<DistanceTable> solve_distances(const RawTable& table,
                                               const RawStore& values,
                                               const DistanceStore& distances,
                                               const SolveOptions& options,
                                               const std::stop_token& stop,
                                               const PositionsDone& done) {
    auto out = std::make_unique<DistanceTable>(table);
    const auto make = [&] { return make_solver(options.kernel, values, distances, table, *out); };
    return solve_layers(table, options, stop, done, make) ? std::move(out) : nullptr;
}

}  // namespace deepwell::egdb
