// CommandLine: subcommands with their options, and what happens when one of them is chosen.
//
// A thin face over CLI11, whose headers are so heavy that only command_line.cpp includes them:
// every command is compiled once per board size.  Option values live in the caller's memory, which
// must outlive run(); commands keep them in a shared_ptr that their `run` holds on to.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the name is the library's
class App;
}

namespace deepwell::cli {

enum class ExitCode {
    Done = 0,
    No = 1,             // the answer is no: faults found, not proven
    BadInput = 2,       // bad usage or input
    BrokenWorld = 3,    // disk full, corrupt file
    Interrupted = 130,  // Ctrl-C
};

using Run = std::function<ExitCode()>;

class Command {
public:
    Command(CLI::App* app, Run* run) : app_(app), run_(run) {}

    // Positional, required.
    Command& argument(const std::string& name, std::string& value, const std::string& help);
    Command& argument(const std::string& name,
                      std::vector<std::string>& values,
                      const std::string& help);
    Command& argument(const std::string& name,
                      std::int64_t& value,
                      std::int64_t least,
                      std::int64_t most,
                      const std::string& help);
    // Positional, may be left out.
    Command& optional_argument(const std::string& name,
                               std::string& value,
                               const std::string& help);
    Command& optional_choice(const std::string& name,
                             std::string& value,
                             const std::vector<std::string>& allowed,
                             const std::string& help);

    // Named: "--name".  The value it has now is the default, shown in the help.
    Command& option(const std::string& name, std::string& value, const std::string& help);
    Command& option(const std::string& name,
                    std::int64_t& value,
                    std::int64_t least,
                    std::int64_t most,
                    const std::string& help);
    Command& choice(const std::string& name,
                    std::string& value,
                    const std::vector<std::string>& allowed,
                    const std::string& help);
    // A value that may be left out: `--name VALUE`, or `--name` for an empty one.
    Command& option_or_flag(const std::string& name,
                            std::optional<std::string>& value,
                            const std::string& help);
    // The same with a default, and with what it means where the value is left out.
    Command& option_or_flag(const std::string& name,
                            std::string& value,
                            const std::string& alone,
                            const std::string& help);
    Command& flag(const std::string& name, bool& value, const std::string& help);

    Command& example(const std::string& text);

    // A command below this one, of which one must be chosen: "pdn check".
    Command subcommand(const std::string& name, const std::string& help);
    // The same for a command that does something without them as well.
    Command optional_subcommand(const std::string& name, const std::string& help);

    // What to do when this command is chosen, and none below it.
    void run(Run work);

private:
    CLI::App* app_;
    Run* run_;
};

class CommandLine {
public:
    CommandLine(const std::string& program,
                const std::string& description,
                const std::string& version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    Command add(const std::string& name, const std::string& help);
    std::string help() const;

    // Parses and runs the chosen command, or `fallback` if none is given.  Exceptions become one
    // line on stderr and an exit code.
    int run(int argc, char** argv, const Run& fallback);

private:
    std::unique_ptr<CLI::App> app_;
    Run chosen_;
};

}  // namespace deepwell::cli
