#include "egdb/codec_raw_rows_kernel.h"

namespace deepwell::egdb {

std::unique_ptr<RowSource> make_raw_rows_portable(const CellLayout& layout, const RawTable& table) {
    return std::make_unique<RawRowsKernel<Portable>>(layout, table);
}

}  // namespace deepwell::egdb
