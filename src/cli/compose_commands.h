// The commands below compose, one per source file.

#pragma once

#include "cli/command_line.h"

namespace deepwell::cli {

void add_compose_check(Command& compose);

}  // namespace deepwell::cli
