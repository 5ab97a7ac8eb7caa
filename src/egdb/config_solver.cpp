#include "egdb/config_solver.h"

namespace deepwell::egdb {

std::unique_ptr<ConfigSolver> make_config_solver(Kernel kernel,
                                                 const RawStore& store,
                                                 RawTable& table) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_config_solver_avx2(store, table);
#endif
    static_cast<void>(kernel);
    return make_config_solver_portable(store, table);
}

}  // namespace deepwell::egdb
