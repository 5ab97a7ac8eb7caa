#include "cli/engine_options.h"

#include <charconv>
#include <fmt/format.h>

#include "book/book_file.h"
#include "book/move_book.h"
#include "cli/databases.h"
#include "cli/failure.h"
#include "engine/search.h"

namespace deepwell::cli {

namespace {

using engine::Option;
using engine::OptionSpec;
using engine::OptionType;

constexpr double SecondsInYear = 365.0 * 24 * 3600;

void set(engine::Settings& settings, const char* name, const std::string& text) {
    if (const auto failure = settings.set(name, text)) throw BadInput(failure->message);
}

// Advice is at full strength whatever the level, and so needs them as well.
void insist_on_databases(engine::Settings settings) {
    set(settings, "level", "0");
    if (const auto fault = engine::fault_of_databases(settings)) throw BadInput(fault->message);
}

std::filesystem::path book_path_for(const engine::Settings& settings, const std::string& data) {
    return settings.text(Option::Book) == "minimal" ? book::minimal_book_path(data)
                                                    : book::game_book_path(data);
}

}  // namespace

bool is_offered(Option option, Interface interface) {
    switch (option) {
        case Option::Hash:
        case Option::Threads:
        case Option::EgdbPath:
        case Option::EgdbCache:
        case Option::EgdbPieces:
        case Option::Weights:
            return true;
        case Option::Book:
        case Option::BookFile:
        case Option::OwnBook:
        case Option::OwnBookFile:
        case Option::Level:
        case Option::Ponder:
            return interface != Interface::Analyse;
        case Option::Seed:  // play has a --seed of its own, another one every time
            return interface == Interface::Hub || interface == Interface::Dxp;
        case Option::MultiPv:
            return interface == Interface::Hub || interface == Interface::Analyse;
        case Option::Frame:
            return interface == Interface::Hub;
    }
    __builtin_unreachable();
}

Command& declare(Command& command, EngineOptions& options, Interface interface) {
    for (const OptionSpec& spec : engine::option_specs()) {
        const Option option = spec.option;
        if (!is_offered(option, interface)) continue;
        const auto i = static_cast<std::size_t>(option);
        const std::string flag = fmt::format("--{}", spec.name);
        options.declared.push_back(option);
        if (spec.type == OptionType::Int) {
            options.numbers[i] = engine::Settings().number(option);
            command.option(flag, options.numbers[i], spec.least, spec.most, spec.help);
        } else if (spec.type == OptionType::Bool) {
            options.texts[i] = spec.initial;
            command.option_or_flag(flag, options.texts[i], "true", spec.help);
        } else {
            options.texts[i] = spec.initial;
            command.option(flag, options.texts[i], spec.help);
        }
    }
    return command.option("--data", options.data, "data directory")
        .flag("--no-egdb", options.no_egdb, "without endgame databases");
}

engine::Settings settings_of_engine(const EngineOptions& options) {
    engine::Settings settings;
    settings.set_data_directory(options.data);
    for (const Option option : options.declared) {
        const OptionSpec& spec = engine::spec_of(option);
        const auto i = static_cast<std::size_t>(option);
        if (spec.type == OptionType::Int)
            set(settings, spec.name, std::to_string(options.numbers[i]));
        else if (!options.texts[i].empty())
            set(settings, spec.name, options.texts[i]);
    }
    if (options.no_egdb) set(settings, "egdb-pieces", "0");
    return settings;
}

engine::Settings settings_of(const EngineOptions& options) {
    engine::Settings settings = settings_of_engine(options);
    if (!settings.text(Option::EgdbPath).empty()) insist_on_databases(settings);
    if (options.data.empty()) return settings;
    const std::filesystem::path databases = database_directory(options.data);
    if (settings.text(Option::EgdbPath).empty()) set(settings, "egdb-path", databases.string());
    if (settings.text(Option::BookFile).empty())
        set(settings, "book-file", book_path_for(settings, options.data).string());
    return settings;
}

std::optional<double> seconds_from(const std::string& option, const std::string& text) {
    if (text.empty()) return std::nullopt;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size())
        throw BadInput(fmt::format("{}: '{}' is no number of seconds", option, text));
    if (!(seconds >= 0.001 && seconds <= SecondsInYear))
        throw BadInput(fmt::format(
            "{}: {} is not between 0.001 and {:.0f} seconds", option, text, SecondsInYear));
    return seconds;
}

}  // namespace deepwell::cli
