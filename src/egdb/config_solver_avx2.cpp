// The configuration solver compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "egdb/config_solver_kernel.h"
#include "egdb/men_solver.h"

namespace deepwell::egdb {

std::unique_ptr<ConfigSolver> make_config_solver_avx2(const RawStore& store, RawTable& table) {
    if (table.material().men() == table.material().pieces())
        return std::make_unique<MenSolver<Avx2>>(store, table);
    return std::make_unique<ConfigSolverKernel<Avx2>>(store, table);
}

}  // namespace deepwell::egdb
