#include "cli/engine_options.h"

#include <fmt/format.h>

#include "cli/failure.h"

namespace deepwell::cli {

Command& declare(Command& command,
                 EngineOptions& options,
                 std::initializer_list<engine::Option> wanted) {
    for (const engine::Option option : wanted) {
        const engine::OptionSpec& spec = engine::spec_of(option);
        std::string& text = options.texts[static_cast<std::size_t>(option)];
        text = spec.initial;
        options.declared.push_back(option);
        command.option(fmt::format("--{}", spec.name), text, spec.help);
    }
    return command;
}

engine::Settings settings_of(const EngineOptions& options) {
    engine::Settings settings;
    for (const engine::Option option : options.declared) {
        const char* name = engine::spec_of(option).name;
        const std::string& text = options.texts[static_cast<std::size_t>(option)];
        if (const auto failure = settings.set(name, text))
            throw BadInput(printable(failure->message));
    }
    return settings;
}

}  // namespace deepwell::cli
