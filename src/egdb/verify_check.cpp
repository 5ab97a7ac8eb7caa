#include "egdb/verify_check.h"

namespace deepwell::egdb {

std::unique_ptr<MaterialCheck> make_material_check(Kernel kernel, const CheckContext& context) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_material_check_avx2(context);
#endif
    static_cast<void>(kernel);
    return make_material_check_portable(context);
}

}  // namespace deepwell::egdb
