#include "egdb/material_solver.h"

#include <array>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "egdb/config_solver.h"

namespace deepwell::egdb {

std::unique_ptr<RawTable> solve_material(const Material& material,
                                         const RawStore& store,
                                         const SolveOptions& options,
                                         const std::stop_token& stop,
                                         const PositionsDone& done) {
    auto table = std::make_unique<RawTable>(material);
    const auto make = [&] { return make_config_solver(options.kernel, store, *table); };
    return solve_layers(*table, options, stop, done, make) ? std::move(table) : nullptr;
}

}  // namespace deepwell::egdb
