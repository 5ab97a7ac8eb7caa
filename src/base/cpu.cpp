#include "base/cpu.h"

#include <cstdlib>
#include <string_view>

namespace deepwell {

namespace {

bool portable_is_forced() {
    const char* wish = std::getenv("DEEPWELL_KERNEL");
    return wish != nullptr && std::string_view(wish) == "portable";
}

bool has_avx2_kernel() {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
           __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
    return false;
#endif
}

}  // namespace

Kernel best_kernel() {
    return has_avx2_kernel() && !portable_is_forced() ? Kernel::Avx2 : Kernel::Portable;
}

const char* name_of(Kernel kernel) {
    return kernel == Kernel::Avx2 ? "avx2" : "portable";
}

}  // namespace deepwell
