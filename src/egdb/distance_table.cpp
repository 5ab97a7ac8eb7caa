#include "egdb/distance_table.h"

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

// 64 cells are read from any cell on.
constexpr std::size_t ReadAheadBytes = 64;

}  // namespace

DistanceTable::DistanceTable(const RawTable& values)
    : cells_(std::uint64_t{values.half(Side::Black).rows} * values.half(Side::Black).columns) {
    for (const Side side : Sides)
        half(side).assign(values.men().size() * cells_ + ReadAheadBytes, 0);
}

std::uint64_t DistanceTable::bytes(const Material& m) {
    const int free = SquareCount - m.men();
    return 2 * position_count({{0, m.black.men}, {0, m.white.men}}) *
           binomial(free, m.black.kings) * binomial(free, m.white.kings);
}

}  // namespace deepwell::egdb
