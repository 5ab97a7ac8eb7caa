// hub: the engine for programs that speak the Hub protocol.

#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/engine_options.h"
#include "cli/version.h"
#include "engine/engine.h"
#include "protocol/hub_loop.h"

namespace deepwell::cli {

namespace {

// "0.1.0"
std::string bare_version() {
    const std::string_view text = version_text();
    return std::string(text.substr(text.rfind(' ') + 1));
}

}  // namespace

void add_hub(CommandLine& line) {
    auto options = std::make_shared<EngineOptions>();
    Command command = line.add("hub", "Speak the Hub protocol on standard input and output");
    declare(command, *options, Interface::Hub);
    command.example("deepwell hub --threads 2").run([options] {
        const engine::Settings settings = settings_of_engine(*options);
        if (const auto failure = engine::fault_of_databases(settings))
            throw BadInput(failure->message);
        engine::Engine engine(engine::make_search_as_told, settings);
        protocol::run_hub(engine, bare_version(), STDIN_FILENO, STDOUT_FILENO);
        return ExitCode::Done;
    });
}

}  // namespace deepwell::cli
