// A Hub session over two open files, usually standard input and output.

#pragma once

#include <string>

#include "engine/engine.h"

namespace deepwell::protocol {

// Speaks Hub until the client says `quit` or closes our input, or closes our output.  A line longer
// than MaxHubLine, or a last line without an end, is thrown away with an `error`.
void run_hub(engine::Engine& engine, const std::string& version, int input, int output);

}  // namespace deepwell::protocol
