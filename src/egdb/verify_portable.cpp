// The checks of verification compiled for any machine.

#include "egdb/verify_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<MaterialCheck> make_material_check_portable(const CheckContext& context) {
    return std::make_unique<MaterialCheckKernel<Portable>>(context);
}

}  // namespace deepwell::egdb
