// studio: the pages in a browser.

#include <filesystem>
#include <fmt/format.h>
#include <memory>

#include "base/interrupt.h"
#include "cli/commands.h"
#include "cli/version.h"
#include "studio/guard.h"
#include "studio/studio.h"

namespace deepwell::cli {

namespace {

struct StudioCommand {
    std::int64_t port = 8080;
    std::string host;
    std::string data;
    std::string token;
    bool build = false;
};

// deepwell-check beside this program; empty if it is not there.
std::string checker_program() {
    std::error_code none;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", none);
    const std::filesystem::path checker = own.parent_path() / "deepwell-check";
    return std::filesystem::exists(checker, none) ? checker.string() : "";
}

std::string bare_version() {
    const std::string_view text = version_text();
    return std::string(text.substr(text.rfind(' ') + 1));
}

studio::StudioOptions options_of(const StudioCommand& command) {
    studio::StudioOptions options;
    if (!command.host.empty()) options.host = command.host;
    options.port = static_cast<int>(command.port);
    options.data = command.data;
    options.token = command.token;
    if (options.token.empty() && !studio::is_loopback(options.host))
        options.token = studio::random_token();
    options.version = bare_version();
    options.checker = checker_program();
    options.builds_databases = command.build;
    return options;
}

ExitCode serve(const StudioCommand& command) {
    const studio::StudioOptions options = options_of(command);
    const Interrupt interrupt;
    studio::run_studio(options, interrupt.token(), [](const std::string& address) {
        print_line(fmt::format("Deepwell studio: {}\nCtrl-C ends it.", address));
        std::fflush(stdout);
    });
    return ExitCode::Done;
}

}  // namespace

void add_studio(CommandLine& line) {
    auto options = std::make_shared<StudioCommand>();
    line.add("studio", "Play, analyse, prove and compose in a browser")
        .option("--port", options->port, 1, 65535, "port, or the next one that is free")
        .option("--host",
                options->host,
                "address to listen on; for others than this machine a token is demanded")
        .option("--data", options->data, "data directory")
        .option("--token", options->token, "demand this token; without it one is made where needed")
        .flag("--build", options->build, "build the databases up to 6 pieces if there are fewer")
        .example("deepwell studio --port 9000")
        .run([options] { return serve(*options); });
}

}  // namespace deepwell::cli
