// egdb probe: what the databases know of positions.

#pragma once

#include "cli/command.h"

namespace deepwell::cli {

void add_egdb_probe(Command& egdb);

}  // namespace deepwell::cli
