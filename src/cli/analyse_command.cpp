// analyse: the best moves of a position, or every move of a game judged.

#include <fmt/format.h>
#include <memory>

#include "cli/analyse_games.h"
#include "cli/analyse_position.h"
#include "cli/commands.h"
#include "cli/engine_options.h"
#include "cli/game_range.h"
#include "cli/version.h"

namespace deepwell::cli {

namespace {

using engine::Option;

constexpr double PositionSeconds = 5;
constexpr double MoveSeconds = 0.2;

struct AnalyseOptions {
    std::string what;
    EngineOptions engine;
    std::string time;
    std::int64_t depth = 0;
    std::int64_t nodes = 0;
    std::string games;
    std::string output;
    bool append = false;
    bool json = false;
};

search::Limits limits_of(const AnalyseOptions& options, double usual_seconds) {
    search::Limits limits;
    if (options.depth > 0) limits.depth = static_cast<int>(options.depth);
    if (options.nodes > 0) limits.nodes = static_cast<std::uint64_t>(options.nodes);
    auto seconds = seconds_from("--time", options.time);
    if (!seconds && !limits.depth && !limits.nodes) seconds = usual_seconds;
    if (seconds)
        limits.move_time = search::Milliseconds(static_cast<std::int64_t>(*seconds * 1000));
    return limits;
}

ExitCode analyse_positions(const AnalyseOptions& options) {
    if (!options.games.empty() || !options.output.empty() || options.append)
        throw BadInput("--game, --output and --append are for files of games");
    engine::Engine engine(engine::make_search, settings_of(options.engine));
    if (const auto failure = engine.prepare()) throw BadInput(failure->message);
    const PositionAnalysis analysis{limits_of(options, PositionSeconds), options.json};
    return for_each_position(options.what, options.json, [&](const Position& position) {
        analyse_position(engine, position, analysis);
    });
}

// The engine's options as they were written, those that say nothing new left out.
std::string engine_arguments(const EngineOptions& options) {
    std::string text;
    for (const Option option : options.declared) {
        const auto i = static_cast<std::size_t>(option);
        const engine::OptionSpec& spec = engine::spec_of(option);
        const bool is_number = spec.type == engine::OptionType::Int;
        const std::string value = is_number ? std::to_string(options.numbers[i]) : options.texts[i];
        if (value != spec.initial) text += fmt::format(" --{} {}", spec.name, quoted(value));
    }
    if (!options.data.empty()) text += " --data " + quoted(options.data);
    return text + (options.no_egdb ? " --no-egdb" : "");
}

// Without --game, --output and --append.
std::string games_command(const AnalyseOptions& options) {
    std::string text = fmt::format("{} analyse {}", program_name(), quoted(options.what));
    if (!options.time.empty()) text += " --time " + quoted(options.time);
    if (options.depth > 0) text += fmt::format(" --depth {}", options.depth);
    if (options.nodes > 0) text += fmt::format(" --nodes {}", options.nodes);
    return text + engine_arguments(options.engine) + (options.json ? " --json" : "");
}

ExitCode analyse_file(const AnalyseOptions& options) {
    if (options.engine.numbers[static_cast<std::size_t>(Option::MultiPv)] > 1)
        throw BadInput("--multipv is for positions; a game is judged with its best lines");
    const auto search = engine::make_search(settings_of(options.engine));
    if (!search) throw BadInput(search.error());
    return analyse_games(**search,
                         {.file = options.what,
                          .games = options.games,
                          .output = options.output,
                          .append = options.append,
                          .limits = limits_of(options, MoveSeconds),
                          .json = options.json,
                          .command = games_command(options)});
}

}  // namespace

void add_analyse(CommandLine& line) {
    auto options = std::make_shared<AnalyseOptions>();
    Command command = line.add("analyse", "Find the best moves of a position; judge a game");
    command
        .argument(
            "FEN|FILE", options->what, "a position, 'start', - for one FEN per line, or a PDN file")
        .option("--time", options->time, "seconds; 5 for a position, 0.2 for each move of a game")
        .option("--depth", options->depth, 0, 90, "plies at most")
        .option("--nodes", options->nodes, 0, std::int64_t{1} << 60, "positions searched at most");
    declare(command, options->engine, Interface::Analyse)
        .option("--game", options->games, "of a file: a number or a range, 7 or 3-9 or 3-")
        .option("--output,-o", options->output, "write the judged games here")
        .flag("--append", options->append, "behind the games that the output holds")
        .flag("--json", options->json, "one JSON object per position or game")
        .example("deepwell analyse games.pdn --game 1-3 --time 0.5 -o judged.pdn")
        .run([options] {
            return is_games(options->what) ? analyse_file(*options) : analyse_positions(*options);
        });
}

}  // namespace deepwell::cli
