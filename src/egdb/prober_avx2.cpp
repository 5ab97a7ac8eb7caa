#include "egdb/prober.h"

namespace deepwell::egdb {

WdlRange probe_avx2(const Database& database, const Position& position) {
    return Prober<Avx2>::probe(database, position);
}

}  // namespace deepwell::egdb
