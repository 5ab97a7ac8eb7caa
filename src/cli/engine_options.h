// The engine's options as options of a command, from their one declaration (engine/options.h).

#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "engine/options.h"

namespace deepwell::cli {

enum class Interface { Play, Analyse, Hub, Dxp };

// Does the option mean something there?  docs/engine.md has the table.
bool is_offered(engine::Option option, Interface interface);

// What the user wrote; declare() says what may be written.
struct EngineOptions {
    std::vector<engine::Option> declared;
    std::array<std::int64_t, engine::OptionCount> numbers{};
    std::array<std::string, engine::OptionCount> texts;
    std::string data;
    bool no_egdb = false;
};

// Adds the options that the interface offers, with --data DIR and --no-egdb.
Command& declare(Command& command, EngineOptions& options, Interface interface);

// For an engine whose options may change later.  Throws BadInput.
engine::Settings settings_of_engine(const EngineOptions& options);
// The same with the files of the data directory named, if one is given, which must be there then,
// for who opens them as well.  An --egdb-path without databases is refused.
engine::Settings settings_of(const EngineOptions& options);

// A time of at least 1 ms, at most a year, in seconds; nothing for an empty text.  Throws BadInput
// with the option's name.
std::optional<double> seconds_from(const std::string& option, const std::string& text);

}  // namespace deepwell::cli
