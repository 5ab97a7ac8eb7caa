// RawRows: the values of a solved table, Black to move, in the rows of the codec.

#pragma once

#include <memory>

#include "base/cpu.h"
#include "egdb/codec.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// One for each thread; the table may be shared.  REQUIRES: layout and table have the same material,
// and outlive the source.
std::unique_ptr<RowSource> make_raw_rows(Kernel kernel,
                                         const CellLayout& layout,
                                         const RawTable& table);
std::unique_ptr<RowSource> make_raw_rows_portable(const CellLayout& layout, const RawTable& table);
std::unique_ptr<RowSource> make_raw_rows_avx2(const CellLayout& layout, const RawTable& table);

}  // namespace deepwell::egdb
