#include "egdb/codec_raw_rows.h"

namespace deepwell::egdb {

std::unique_ptr<RowSource> make_raw_rows(Kernel kernel,
                                         const CellLayout& layout,
                                         const RawTable& table) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_raw_rows_avx2(layout, table);
#endif
    static_cast<void>(kernel);
    return make_raw_rows_portable(layout, table);
}

}  // namespace deepwell::egdb
