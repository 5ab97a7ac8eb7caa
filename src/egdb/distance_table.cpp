#include "egdb/distance_table.h"

namespace deepwell::egdb {

namespace {

// 64 cells are read from any cell on.
constexpr std::size_t SlackBytes = 64;

}  // namespace

DistanceTable::DistanceTable(const RawTable& values)
    : cells_(std::uint64_t{values.half(Side::Black).rows} * values.half(Side::Black).columns) {
    for (const Side side : Sides) half(side).assign(values.men().size() * cells_ + SlackBytes, 0);
}

}  // namespace deepwell::egdb
