#include "egdb/distance_table.h"

namespace deepwell::egdb {

DistanceTable::DistanceTable(const RawTable& values)
    : cells_(std::uint64_t{values.half(Side::Black).rows} * values.half(Side::Black).columns) {
    for (const Side side : Sides) half(side).assign(values.men().size() * cells_, 0);
}

}  // namespace deepwell::egdb
