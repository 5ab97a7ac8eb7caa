// The configuration solver compiled for any machine.

#include "egdb/config_solver_kernel.h"
#include "egdb/men_solver.h"

namespace deepwell::egdb {

std::unique_ptr<ConfigSolver> make_config_solver_portable(const RawStore& store, RawTable& table) {
    if (table.material().men() == table.material().pieces())
        return std::make_unique<MenSolver<Portable>>(store, table);
    return std::make_unique<ConfigSolverKernel<Portable>>(store, table);
}

}  // namespace deepwell::egdb
