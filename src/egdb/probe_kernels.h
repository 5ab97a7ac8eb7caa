// Database::probe, compiled once per instruction set.

#pragma once

#include "board/wdl.h"

namespace deepwell {
struct Position;
}

namespace deepwell::egdb {

class Database;

WdlRange probe_portable(const Database& database, const Position& position);
WdlRange probe_avx2(const Database& database, const Position& position);

}  // namespace deepwell::egdb
