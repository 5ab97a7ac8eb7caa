// The search of one thread compiled for any 64-bit machine.

#include "search/worker_kernel.h"

namespace deepwell::search {

std::unique_ptr<Worker> make_worker_portable(const SearchParams& params, bool is_main) {
    return std::make_unique<WorkerKernel<Portable>>(params, is_main);
}

}  // namespace deepwell::search
