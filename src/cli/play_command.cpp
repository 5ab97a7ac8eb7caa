// play: a game against the engine in the terminal.

#include <csignal>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <random>
#include <unistd.h>

#include "base/error.h"
#include "book/book_file.h"
#include "cli/commands.h"
#include "cli/engine_options.h"
#include "cli/play_session.h"
#include "egdb/directory.h"

namespace deepwell::cli {

namespace {

using engine::Option;

constexpr std::int64_t MaxSeed = 1'000'000;

struct PlayArguments {
    EngineOptions engine;
    std::string side = "black";
    std::int64_t seed = 0;
    std::string time;
    std::string clock;
    std::string load;
    bool ascii = false;
    bool learn = false;
};

GameClock clock_from(const std::string& text, const std::function<double()>& now) {
    auto clock = parse_clock(text, now);
    if (!clock) throw BadInput("--clock: " + clock.error());
    return *std::move(clock);
}

PlayOptions play_options(const PlayArguments& options) {
    PlayOptions play;
    play.settings = settings_of(options.engine);
    const auto seed = options.seed > 0 ? options.seed : std::random_device()() % MaxSeed + 1;
    play.settings.set("seed", std::to_string(seed));
    play.person = options.side == "black" ? Side::Black : Side::White;
    if (!options.time.empty() && !options.clock.empty())
        throw BadInput("--time and --clock exclude each other");
    play.move_seconds = seconds_from("--time", options.time).value_or(play.move_seconds);
    if (!options.clock.empty()) play.clock = clock_from(options.clock, play.now);
    const bool colour = !options.ascii && colours_wanted() && utf8_wanted();
    play.style = colour ? DrawingStyle::Colour : DrawingStyle::Ascii;
    play.on_terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
    return play;
}

// Ctrl-C while the person is to move: most likely meant for the engine, a moment too late.
void remind_of_quit(int) {
    constexpr std::string_view Reminder = "\n(quit or Ctrl-D leaves)\n> ";
    [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, Reminder.data(), Reminder.size());
}

void learn(const std::vector<book::FinishedGame>& games, const engine::Settings& settings) {
    const std::filesystem::path databases = settings.text(Option::EgdbPath);
    const std::filesystem::path file = settings.text(Option::BookFile);
    const egdb::Database database(databases.empty() ? egdb::directory_of("") : databases);
    book::learn(file.empty() ? book::game_book_path("") : file, games, &database);
}

ExitCode play(const PlayArguments& options) {
    const PlayOptions play = play_options(options);
    if (play.on_terminal) std::signal(SIGINT, remind_of_quit);
    PlaySession session(play, std::cin, std::cout);
    if (const auto failure = session.prepare()) throw BadInput(failure->message);
    if (!options.load.empty())
        if (const auto failure = session.load(options.load)) throw BadInput(failure->message);
    session.run();
    if (options.learn) learn(session.finished(), play.settings);
    if (!std::cout.flush()) throw Error("cannot write to standard output");
    return ExitCode::Done;
}

}  // namespace

void add_play(CommandLine& line) {
    auto options = std::make_shared<PlayArguments>();
    Command command = line.add("play", "Play against the engine in the terminal");
    declare(command, options->engine, Interface::Play)
        .choice("--side", options->side, {"black", "white"}, "yours; Black moves first")
        .option("--seed", options->seed, 0, MaxSeed, "of a level's choices; 0: another every time")
        .option("--time", options->time, "seconds a move for the engine; 2 if nothing is said")
        .option("--clock", options->clock, "MINUTES+SECONDS for a whole game, yours too: 5+2")
        .option("--load", options->load, "go on with the first game of a PDN file")
        .flag("--learn", options->learn, "add finished games to the book of games")
        .flag("--ascii", options->ascii, "no colours, plain characters")
        .example("deepwell play --level 3 --side white")
        .run([options] { return play(*options); });
}

}  // namespace deepwell::cli
