// The checks of verification compiled for x86-64-v3 (flags in cmake/Layers.cmake).

#include "egdb/verify_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<MaterialCheck> make_material_check_avx2(const CheckContext& context) {
    return std::make_unique<MaterialCheckKernel<Avx2>>(context);
}

}  // namespace deepwell::egdb
