// Solves one material in memory: all men configurations, layer by layer.

#pragma once

#include <memory>
#include <stop_token>

#include "egdb/layers.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// The finished table, or nullptr if stopped.  REQUIRES: `store` has every other material that a
// move of either side can lead to.
std::unique_ptr<RawTable> solve_material(const Material& material,
                                         const RawStore& store,
                                         const SolveOptions& options,
                                         const std::stop_token& stop,
                                         const PositionsDone& done);

}  // namespace deepwell::egdb
