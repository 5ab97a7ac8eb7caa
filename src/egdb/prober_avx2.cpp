#include "egdb/prober.h"

namespace deepwell::egdb {

WdlRange probe_avx2(const Database& database, const Position& position) {
    return Prober<Avx2>::probe(database, position);
}

void probe_many_avx2(const Database& database,
                     std::span<const Position> positions,
                     WdlRange* values) {
    Prober<Avx2>::probe_many(database, positions, values);
}

}  // namespace deepwell::egdb
