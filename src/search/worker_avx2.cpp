// The search of one thread compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "search/worker_kernel.h"

namespace deepwell::search {

std::unique_ptr<Worker> make_worker_avx2(const SearchParams& params, bool is_main) {
    return std::make_unique<WorkerKernel<Avx2>>(params, is_main);
}

}  // namespace deepwell::search
