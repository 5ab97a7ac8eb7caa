// dxp: games with other programs over a socket, by the DamExchange protocol.

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "board/pdn_writer.h"
#include "cli/commands.h"
#include "cli/engine_options.h"
#include "engine/engine.h"
#include "protocol/dxp_games.h"

namespace deepwell::cli {

namespace {

using protocol::DxpAddress;
using protocol::DxpEnding;
using protocol::DxpGame;
using protocol::DxpSeries;

constexpr std::int64_t MaxGames = 1'000'000;

struct DxpOptions {
    std::optional<std::string> listen;
    std::string connect;
    std::string name = "Deepwell";
    std::string colour = "black";
    std::int64_t minutes = 5;
    std::int64_t moves = 0;
    std::int64_t games = 0;
    std::string fen = "start";
    std::string save;
    std::string patience = "60";
    std::string move_time = "1";
    EngineOptions engine;
};

std::chrono::milliseconds time_from(const std::string& option, const std::string& text) {
    const auto seconds = seconds_from(option, text);
    if (!seconds) throw BadInput(fmt::format("{}: a number of seconds is needed", option));
    constexpr double MillisecondsInSecond = 1000;
    return std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * MillisecondsInSecond));
}

DxpAddress address_from(const std::string& option, const std::string& text) {
    auto address = DxpAddress::parse(text);
    if (!address) throw BadInput(fmt::format("{}: {}", option, address.error()));
    return *std::move(address);
}

protocol::DxpTerms terms_of(const DxpOptions& options) {
    protocol::DxpTerms terms;
    if (options.name.empty()) throw BadInput("--name: a name is needed");
    terms.name = options.name;
    terms.minutes = static_cast<int>(options.minutes);
    terms.moves = static_cast<int>(options.moves);
    if (options.fen != "start") terms.position = position_or_start(options.fen);
    terms.patience = time_from("--patience", options.patience);
    terms.move_time = time_from("--move-time", options.move_time);
    return terms;
}

// The games of a file, to which more are added.
class SavedGames {
public:
    // Throws Error if the file cannot be read or written.
    explicit SavedGames(std::string file) : file_(std::move(file)) {
        if (file_.empty()) return;
        if (std::filesystem::exists(file_)) {
            auto text = read_file(file_);
            if (!text) throw Error(text.error());
            text_ = *std::move(text);
        }
        write_file_atomically(file_, text_);
    }

    void add(const PdnGame& game) {
        if (file_.empty()) return;
        if (!text_.empty()) text_ += '\n';
        text_ += to_pdn(game);
        write_file_atomically(file_, text_);
    }

private:
    std::string file_;
    std::string text_;
};

void log_line(const std::string& text) {
    print_line(text);
    std::fflush(stdout);
}

ExitCode listen(const DxpOptions& options,
                engine::Engine& engine,
                DxpSeries series,
                const Interrupt& interrupt) {
    DxpAddress address = address_from("--listen", *options.listen);
    auto listener = protocol::DxpListener::open(address);
    if (!listener) throw Error(listener.error());
    protocol::DxpListener open = *std::move(listener);
    address.port = std::to_string(open.port());
    log_line(fmt::format("listening on {}", address.text()));
    series.games = static_cast<int>(options.games);
    serve(open, engine, series, interrupt.token());
    if (interrupt.happened()) throw Interrupted("stopped");
    return ExitCode::Done;
}

ExitCode connect(const DxpOptions& options,
                 engine::Engine& engine,
                 DxpSeries series,
                 const Interrupt& interrupt) {
    const DxpAddress address = address_from("--connect", options.connect);
    series.games = options.games == 0 ? 1 : static_cast<int>(options.games);
    const auto last = visit(address, engine, series, interrupt.token());
    if (interrupt.happened()) throw Interrupted("stopped");
    if (!last) throw Error(last.error());
    if (last->ending == DxpEnding::Refused) return ExitCode::No;
    if (last->ending != DxpEnding::Finished) throw Error(last->reason);
    return ExitCode::Done;
}

ExitCode run_dxp(const DxpOptions& options) {
    if (options.listen.has_value() == !options.connect.empty())
        throw BadInput("either --listen or --connect is needed (see dxp --help)");
    const engine::Settings settings = settings_of_engine(options.engine);
    SavedGames saved(options.save);
    DxpSeries series;
    series.terms = terms_of(options);
    series.colour = options.colour == "black" ? Side::Black : Side::White;
    series.log = log_line;
    series.on_game = [&](const DxpGame& game) { saved.add(pdn_of(game, options.name)); };
    const Interrupt interrupt;
    engine::Engine engine(engine::make_search_as_told, settings);
    if (const auto failure = engine.prepare()) throw BadInput(failure->message);
    return options.listen ? listen(options, engine, series, interrupt)
                          : connect(options, engine, series, interrupt);
}

}  // namespace

void add_dxp(CommandLine& line) {
    auto options = std::make_shared<DxpOptions>();
    Command command = line.add("dxp", "Play other programs over a socket (DamExchange)");
    command
        .option_or_flag(
            "--listen", options->listen, "wait for opponents here: HOST:PORT, or 127.0.0.1:27531")
        .option("--connect", options->connect, "ask the program at HOST:PORT for a game")
        .option("--name", options->name, "what we are called")
        .choice("--colour",
                options->colour,
                {"black", "white"},
                "ours in the first game that we ask for; then in turn")
        .option("--minutes",
                options->minutes,
                0,
                protocol::MaxDxpMinutes,
                "each side's for the game that we ask for; 0: no clock")
        .option("--moves",
                options->moves,
                0,
                protocol::MaxDxpMoves,
                "after which the game that we ask for ends; 0: no limit")
        .option("--games",
                options->games,
                0,
                MaxGames,
                "to play; 0: one with --connect, no end with --listen")
        .option("--fen", options->fen, "where the game that we ask for starts")
        .option("--save", options->save, "add the games to this PDN file")
        .option("--patience",
                options->patience,
                "seconds that an opponent may be silent, beyond its clock")
        .option("--move-time", options->move_time, "seconds for our move where there is no clock");
    declare(command, options->engine, Interface::Dxp);
    command.example("deepwell dxp --connect 127.0.0.1:27531 --colour white --minutes 5")
        .run([options] { return run_dxp(*options); });
}

}  // namespace deepwell::cli
