#include "egdb/prober.h"

namespace deepwell::egdb {

WdlRange probe_portable(const Database& database, const Position& position) {
    return Prober<Portable>::probe(database, position);
}

void probe_many_portable(const Database& database,
                         std::span<const Position> positions,
                         WdlRange* values) {
    Prober<Portable>::probe_many(database, positions, values);
}

}  // namespace deepwell::egdb
