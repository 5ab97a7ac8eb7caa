#include "egdb/prober.h"

namespace deepwell::egdb {

WdlRange probe_portable(const Database& database, const Position& position) {
    return Prober<Portable>::probe(database, position);
}

}  // namespace deepwell::egdb
