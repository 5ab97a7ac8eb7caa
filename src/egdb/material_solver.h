// Solves one material in memory: all men configurations, layer by layer.

#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "egdb/config_solver.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

struct SolveOptions {
    int threads = 1;
    Kernel kernel = best_kernel();
};

// Called now and then from any thread with the number of positions finished since the last call.
using PositionsDone = std::function<void(std::uint64_t)>;

// The finished table, or nullptr if stopped.  REQUIRES: `store` has every other material that a
// move of either side can lead to.
std::unique_ptr<RawTable> solve_material(const Material& material,
                                         const RawStore& store,
                                         const SolveOptions& options,
                                         const std::stop_token& stop,
                                         const PositionsDone& done);

// Configurations in the order of falling advancement, and where each layer begins.
struct MenLayers {
    std::vector<std::uint32_t> order;
    std::vector<std::size_t> first;  // of each layer, and the end
};
MenLayers layers_of(const MenIndex& index);

}  // namespace deepwell::egdb
