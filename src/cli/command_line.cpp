#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <utility>

#include "base/error.h"
#include "cli/failure.h"

namespace deepwell::cli {

namespace {

int complain(const std::string& message, ExitCode code) {
    std::fflush(stdout);
    fmt::print(stderr, "deepwell: {}\n", printable(message));
    return static_cast<int>(code);
}

// The command that was being parsed, for the hint in an error: "deepwell pdn check".
std::string deepest_command(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) return app.get_name();
    return fmt::format("{} {}", app.get_name(), deepest_command(*chosen.front()));
}

int parse_failed(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
        const int code = app.exit(error);
        const bool written = std::cout.flush().good() && std::fflush(stdout) == 0;
        return written ? code : complain("cannot write to standard output", ExitCode::BrokenWorld);
    }
    return complain(fmt::format("{} (see {} --help)", error.what(), deepest_command(app)),
                    ExitCode::BadInput);
}

int run_safely(const Run& run) {
    try {
        const ExitCode code = run();
        if (std::fflush(stdout) != 0) throw Error("cannot write to standard output");
        return static_cast<int>(code);
    } catch (const BadInput& error) {
        return complain(error.what(), ExitCode::BadInput);
    } catch (const Interrupted& error) {
        return complain(error.what(), ExitCode::Interrupted);
    } catch (const std::bad_alloc&) {
        return complain("not enough memory", ExitCode::BrokenWorld);
    } catch (const std::exception& error) {
        return complain(error.what(), ExitCode::BrokenWorld);
    }
}

// Whole numbers are written in decimal: 010 is ten.
CLI::Validator decimal() {
    return {[](std::string& text) {
                const std::size_t sign = text.starts_with('-') ? 1 : 0;
                const auto bad = text.find_first_not_of("0123456789", sign);
                if (text.size() == sign || bad != std::string::npos)
                    return "'" + text + "' is not a whole number";
                const auto first = std::min(text.find_first_not_of('0', sign), text.size() - 1);
                text = text.substr(0, sign) + text.substr(first);
                return std::string();
            },
            ""};
}

}  // namespace

Command& Command::argument(const std::string& name, std::string& value, const std::string& help) {
    app_->add_option(name, value, help)->required();
    return *this;
}

Command& Command::argument(const std::string& name,
                           std::vector<std::string>& values,
                           const std::string& help) {
    app_->add_option(name, values, help)->required();
    return *this;
}

Command& Command::argument(const std::string& name,
                           std::int64_t& value,
                           std::int64_t least,
                           std::int64_t most,
                           const std::string& help) {
    app_->add_option(name, value, help)
        ->required()
        ->check(CLI::Range(least, most))
        ->transform(decimal());
    return *this;
}

Command& Command::optional_argument(const std::string& name,
                                    std::string& value,
                                    const std::string& help) {
    app_->add_option(name, value, help);
    return *this;
}

Command& Command::optional_choice(const std::string& name,
                                  std::string& value,
                                  const std::vector<std::string>& allowed,
                                  const std::string& help) {
    return choice(name, value, allowed, help);
}

Command& Command::option(const std::string& name, std::string& value, const std::string& help) {
    app_->add_option(name, value, help)->capture_default_str();
    return *this;
}

Command& Command::option(const std::string& name,
                         std::int64_t& value,
                         std::int64_t least,
                         std::int64_t most,
                         const std::string& help) {
    app_->add_option(name, value, help)
        ->check(CLI::Range(least, most))
        ->transform(decimal())
        ->capture_default_str();
    return *this;
}

Command& Command::choice(const std::string& name,
                         std::string& value,
                         const std::vector<std::string>& allowed,
                         const std::string& help) {
    app_->add_option(name, value, help)->check(CLI::IsMember(allowed))->capture_default_str();
    return *this;
}

Command& Command::option_or_flag(const std::string& name,
                                 std::optional<std::string>& value,
                                 const std::string& help) {
    using Values = std::vector<std::string>;
    app_->add_option_function<Values>(
            name, [&value](const Values& given) { value = given.empty() ? "" : given[0]; }, help)
        ->expected(0, 1)
        ->type_name("TEXT");
    return *this;
}

Command& Command::option_or_flag(const std::string& name,
                                 std::string& value,
                                 const std::string& alone,
                                 const std::string& help) {
    using Values = std::vector<std::string>;
    app_->add_option_function<Values>(
            name,
            [&value, alone](const Values& given) {
                value = given.empty() || given[0].empty() ? alone : given[0];
            },
            help)
        ->expected(0, 1)
        ->type_name("TEXT=" + value);  // a default_str() would count where it stands alone
    return *this;
}

Command& Command::flag(const std::string& name, bool& value, const std::string& help) {
    app_->add_flag(name, value, help);
    return *this;
}

Command& Command::example(const std::string& text) {
    app_->footer("Example: " + text);
    return *this;
}

Command Command::subcommand(const std::string& name, const std::string& help) {
    app_->require_subcommand(1);
    return {app_->add_subcommand(name, help), run_};
}

Command Command::optional_subcommand(const std::string& name, const std::string& help) {
    app_->require_subcommand(0, 1);
    return {app_->add_subcommand(name, help), run_};
}

void Command::run(Run work) {
    app_->callback([app = app_, chosen = run_, work = std::move(work)] {
        if (app->get_subcommands().empty()) *chosen = work;
    });
}

CommandLine::CommandLine(const std::string& program,
                         const std::string& description,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(description, program)) {
    app_->set_version_flag("--version", version);
    app_->footer("Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 a broken world.");
    app_->require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& help) {
    return {app_->add_subcommand(name, help), &chosen_};
}

std::string CommandLine::help() const {
    return app_->help();
}

int CommandLine::run(int argc, char** argv, const Run& fallback) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failed(*app_, error);
    }
    return run_safely(chosen_ ? chosen_ : fallback);
}

}  // namespace deepwell::cli
