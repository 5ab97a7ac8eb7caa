// The commands below compose, one per source file.

#pragma once

#include "cli/command_line.h"

namespace deepwell::cli {

void add_compose_check(Command& compose);
void add_compose_improve(Command& compose);
void add_compose_generate(Command& compose);

}  // namespace deepwell::cli
