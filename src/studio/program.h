// Runs another program to its end and listens to what it says.

#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace deepwell::studio {

struct ProgramEnd {
    int code = 0;          // -1: it was ended because its time was over
    std::string output{};  // the first 64 KiB of what it wrote
};

// No shell: the arguments arrive as they are.  Throws Error if it cannot be started.
ProgramEnd run_program(const std::vector<std::string>& arguments, std::chrono::seconds patience);

}  // namespace deepwell::studio
