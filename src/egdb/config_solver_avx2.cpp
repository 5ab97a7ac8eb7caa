// The configuration solver compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "egdb/config_solver_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<ConfigSolver> make_config_solver_avx2(const RawStore& store, RawTable& table) {
    return std::make_unique<ConfigSolverKernel<Avx2>>(store, table);
}

}  // namespace deepwell::egdb
