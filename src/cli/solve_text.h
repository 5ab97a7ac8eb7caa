// What is said about a manager's work, for people and for machines.

#pragma once

#include "cli/command.h"
#include "cli/value_text.h"
#include "proof/manager.h"

namespace deepwell::cli {

// W, D, L, "D or W", "L or D", or nothing for the whole range.
std::string label_of(WdlRange value);

// The moves of a line of nodes that begins with the root's.
std::vector<std::string> moves_text(const Position& root, const std::vector<Position>& line);

// "infinite" or the number.
std::string threshold_text(Score threshold);

// The line in place on a terminal, without the count of jobs.
std::string status_text(const Position& root, const proof::ManagerStatus& status);

Json status_json(const Position& root, const proof::ManagerStatus& status);

}  // namespace deepwell::cli
