// egdb plan: what a build would do, and what it would cost.

#pragma once

#include "cli/command.h"

namespace deepwell::cli {

void add_egdb_plan(Command& egdb);

}  // namespace deepwell::cli
