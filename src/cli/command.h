// What the subcommands share: reading positions, printing text and JSON lines.

#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "board/position.h"
#include "cli/command_line.h"
#include "cli/failure.h"

namespace deepwell::cli {

using Json = nlohmann::ordered_json;

// The position of `fen`; "start" means the start position.
Position position_or_start(const std::string& fen);

// Calls `work` with the FEN or, for "-", with each non-empty line of standard input.  In a batch a
// bad line is reported with its number (as a JSON object too if `json`), and the rest goes on.
ExitCode for_each_position(const std::string& fen,
                           bool json,
                           const std::function<void(const Position&)>& work);

// Standard output is a terminal that shows colours.
bool colours_wanted();
// Standard output takes UTF-8.
bool utf8_wanted();

// A word of a command as a shell takes it.
std::string quoted(const std::string& text);

void print_line(std::string_view text);
// For those who wait for the lines so far.  Throws Error if they cannot be written.
void flush_output();
void print_json(const Json& json);

}  // namespace deepwell::cli
