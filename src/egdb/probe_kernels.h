// Database::probe, compiled once per instruction set.

#pragma once

#include <span>

#include "board/wdl.h"

namespace deepwell {
struct Position;
}

namespace deepwell::egdb {

class Database;

WdlRange probe_portable(const Database& database, const Position& position);
WdlRange probe_avx2(const Database& database, const Position& position);
void probe_many_portable(const Database& database,
                         std::span<const Position> positions,
                         WdlRange* values);
void probe_many_avx2(const Database& database,
                     std::span<const Position> positions,
                     WdlRange* values);

}  // namespace deepwell::egdb
