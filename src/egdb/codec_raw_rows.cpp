#include "egdb/codec_raw_rows_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<RowSource> make_raw_rows_avx2(const CellLayout& layout, const RawTable& table);

std::unique_ptr<RowSource> make_raw_rows(Kernel kernel,
                                         const CellLayout& layout,
                                         const RawTable& table) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_raw_rows_avx2(layout, table);
#endif
    static_cast<void>(kernel);
    return std::make_unique<RawRowsKernel<Portable>>(layout, table);
}

}  // namespace deepwell::egdb
