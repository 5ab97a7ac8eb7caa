#include "capi/convert.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace deepwell::capi {

namespace {

static_assert(BoardSize == 8, "the C interface speaks of squares 1 to 32");

// The first version's struct; every caller knows at least this much.
constexpr std::size_t LeastSize =
    offsetof(deepwell_egdb_options, cache_bytes) + sizeof(deepwell_egdb_options::cache_bytes);
// Nobody's struct; a larger size was never set.
constexpr std::size_t MostSize = 4096;

bool asks_for_unknown_fields(const deepwell_egdb_options* options) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(options);
    return options->size > sizeof *options &&
           std::any_of(bytes + sizeof *options, bytes + options->size, [](unsigned char byte) {
               return byte != 0;
           });
}

}  // namespace

Result<Position> position_of(const deepwell_egdb_position* p) {
    if (p->side != DEEPWELL_EGDB_BLACK && p->side != DEEPWELL_EGDB_WHITE)
        return Failure{fmt::format("side {} is neither Black (0) nor White (1)", p->side)};
    const Position position{Bitboard(p->black),
                            Bitboard(p->white),
                            Bitboard(p->kings),
                            p->side == DEEPWELL_EGDB_BLACK ? Side::Black : Side::White};
    if (auto fault = fault_of(position)) return Failure{*std::move(fault)};
    return position;
}

deepwell_egdb_position to_c(const Position& p) {
    return {p.black.bits(),
            p.white.bits(),
            p.kings.bits(),
            std::uint32_t{p.side == Side::Black ? DEEPWELL_EGDB_BLACK : DEEPWELL_EGDB_WHITE}};
}

Result<egdb::DatabaseOptions> options_of(const deepwell_egdb_options* options) {
    egdb::DatabaseOptions chosen;
    if (options == nullptr) return chosen;
    if (options->size < LeastSize || options->size > MostSize)
        return Failure{fmt::format("options.size is {}, set it to sizeof(deepwell_egdb_options)",
                                   options->size)};
    if (asks_for_unknown_fields(options))
        return Failure{"the options set a field that this version of the library does not know"};
    if (const int pieces = options->max_pieces; pieces != 0) {
        if (pieces < 2 || pieces > 2 * MenPerSide)
            return Failure{
                fmt::format("options.max_pieces is {}, not 0 or 2 to {}", pieces, 2 * MenPerSide)};
        chosen.max_pieces = pieces;
    }
    if (options->cache_bytes != 0) chosen.cache_bytes = options->cache_bytes;
    return chosen;
}

}  // namespace deepwell::capi
