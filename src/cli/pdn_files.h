// Files of games as arguments of a command.

#pragma once

#include <functional>
#include <span>
#include <string>

#include "base/result.h"
#include "board/pdn.h"
#include "cli/command.h"

namespace deepwell::cli {

// "standard" or "first-player".
ResultReading reading_named(const std::string& name);

// Never guessed in silence: says which side 1-0 is taken to mean.
void state_reading(const std::string& name);

// Throws nothing: what is wrong with the file, in one line.
Result<std::string> pdn_text_of(const std::string& file);
void report_unreadable(const std::string& why);

// Calls `use` with every game of every file; errors go to stderr as they are met.  A file that
// cannot be read is reported, and the rest goes on.
ExitCode for_each_game(std::span<const std::string> files,
                       const std::function<void(PdnGame&)>& use);

}  // namespace deepwell::cli
