// The configuration solver compiled for any machine.

#include "egdb/config_solver_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<ConfigSolver> make_config_solver_portable(const RawStore& store, RawTable& table) {
    return std::make_unique<ConfigSolverKernel<Portable>>(store, table);
}

}  // namespace deepwell::egdb
