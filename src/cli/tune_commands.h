// The parts of `tune` that have sources of their own.

#pragma once

#include "cli/command_line.h"

namespace deepwell::cli {

void add_tune_weights(Command& tune);

}  // namespace deepwell::cli
