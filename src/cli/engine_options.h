// The engine's options as options of a command, from their one declaration (engine/options.h).

#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "engine/options.h"

namespace deepwell::cli {

// What the user wrote; declare() says what may be written.
struct EngineOptions {
    std::vector<engine::Option> declared;
    std::array<std::string, engine::OptionCount> texts;
};

Command& declare(Command& command,
                 EngineOptions& options,
                 std::initializer_list<engine::Option> wanted);

// Throws BadInput.
engine::Settings settings_of(const EngineOptions& options);

}  // namespace deepwell::cli
