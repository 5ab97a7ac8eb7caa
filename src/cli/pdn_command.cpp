// pdn: check, convert, filter and split files of games.

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"
#include "cli/commands.h"
#include "cli/pdn_files.h"
#include "cli/pdn_selection.h"

namespace deepwell::cli {

namespace {

struct PdnOptions {
    std::vector<std::string> files;
    std::string reading = "standard";
    std::string out;
    std::string format = "pdn";
    std::string by = "game";
    std::string player, result, opening;
    std::int64_t least_plies = 0;
    std::int64_t games_per_file = 1;
    bool json = false;
};

ResultReading reading_of(const PdnOptions& options) {
    return reading_named(options.reading);
}

Json to_json(const PdnError& error) {
    return {{"file", error.file},
            {"game", error.game},
            {"line", error.line},
            {"ply", error.ply},
            {"text", error.text},
            {"reason", error.reason}};
}

struct FileReport {
    long games = 0, faulty = 0, plies = 0;
    std::map<std::string, long> results;

    long count(const std::string& result) const {
        const auto found = results.find(result);
        return found == results.end() ? 0 : found->second;
    }
};

FileReport check_games(PdnReader& reader, ResultReading reading) {
    FileReport report;
    while (const auto game = reader.next()) {
        ++report.games;
        report.faulty += game->faulty;
        report.plies += static_cast<long>(game->main.moves.size());
        ++report.results[outcome_name(*game, reading)];
    }
    return report;
}

void print_report(const std::string& file, const FileReport& report, const PdnReader& reader) {
    for (const PdnError& error : reader.errors()) print_line(printable(describe(error)));
    print_line(fmt::format(
        "{}: {} games, {} plies, {} faulty; {} won by Black, {} by White, {} drawn, {} without "
        "result, {} forfeited by both",
        printable(file),
        report.games,
        report.plies,
        report.faulty,
        report.count("black"),
        report.count("white"),
        report.count("draw"),
        report.count("open"),
        report.count("forfeit")));
}

void print_report_json(const std::string& file,
                       const FileReport& report,
                       const PdnReader& reader,
                       const PdnOptions& options) {
    Json errors = Json::array();
    for (const PdnError& error : reader.errors()) errors.push_back(to_json(error));
    print_json({{"file", file},
                {"games", report.games},
                {"plies", report.plies},
                {"faulty", report.faulty},
                {"results_read_as", options.reading},
                {"results", report.results},
                {"errors", errors}});
}

ExitCode check(const PdnOptions& options) {
    ExitCode code = ExitCode::Done;
    for (const std::string& file : options.files) {
        auto text = pdn_text_of(file);
        if (!text) {
            report_unreadable(text.error());
            code = ExitCode::BadInput;
            continue;
        }
        PdnReader reader(*std::move(text), file);
        const FileReport report = check_games(reader, reading_of(options));
        if (!reader.errors().empty() && code == ExitCode::Done) code = ExitCode::No;
        options.json ? print_report_json(file, report, reader, options)
                     : print_report(file, report, reader);
    }
    if (!options.json && code != ExitCode::BadInput) state_reading(options.reading);
    return code;
}

// The same result in the words of the standard.
PdnResult standard_result(PdnResult result, ResultReading reading) {
    if (reading == ResultReading::Standard) return result;
    switch (result) {
        case PdnResult::OneZero:
            return PdnResult::ZeroOne;
        case PdnResult::ZeroOne:
            return PdnResult::OneZero;
        case PdnResult::TwoZero:
            return PdnResult::ZeroTwo;
        case PdnResult::ZeroTwo:
            return PdnResult::TwoZero;
        default:
            return result;
    }
}

Json to_json(const PdnGame& game) {
    Json tags = Json::object();
    for (const PdnTag& tag : written_tags(game)) tags[tag.name] = tag.value;
    Json moves = Json::array();
    Position position = game.initial;
    for (const PdnMove& move : game.main.moves) {
        moves.push_back(to_text(position, move.move));
        position = play(position, move.move);
    }
    return {{"tags", tags},
            {"initial", to_fen(game.initial)},
            {"moves", moves},
            {"final", to_fen(position)},
            {"result", to_text(game.result)}};
}

std::string rendered(const PdnGame& game, const std::string& format) {
    if (format == "json") return to_json(game).dump(-1, ' ', false, Json::error_handler_t::replace);
    if (format == "fen") return to_fen(main_game(game).position());
    return to_pdn(game);
}

// Games as they come, to a file or to standard output.
class GameOutput {
public:
    GameOutput(std::string path, std::string format)
        : path_(std::move(path)), format_(std::move(format)) {}

    void add(const PdnGame& game) {
        const std::string text = rendered(game, format_);
        ++games_;
        if (path_.empty()) return print_line(text);
        content_ += text;
        content_ += '\n';
    }
    void finish() {
        if (!path_.empty()) write_file_atomically(path_, content_);
        flush_output();
        fmt::print(stderr, "{} games written\n", games_);
    }

private:
    std::string path_, format_, content_;
    long games_ = 0;
};

ExitCode convert(const PdnOptions& options) {
    GameOutput output(options.out, options.json ? "json" : options.format);
    const ExitCode code = for_each_game(options.files, [&](PdnGame& game) {
        game.result = standard_result(game.result, reading_of(options));
        output.add(game);
    });
    output.finish();
    state_reading(options.reading);
    return code;
}

std::optional<Outcome> wanted_outcome(const std::string& text) {
    if (text == "black") return Outcome::BlackWins;
    if (text == "white") return Outcome::WhiteWins;
    if (text == "draw") return Outcome::Draw;
    if (text == "open") return Outcome::Open;
    return std::nullopt;
}

PdnSelection selection_of(const PdnOptions& options) {
    PdnSelection selection;
    selection.player = options.player;
    selection.reading = reading_of(options);
    selection.outcome = wanted_outcome(options.result);
    if (options.least_plies > 0) selection.least_plies = static_cast<int>(options.least_plies);
    if (!options.opening.empty()) {
        const auto position = opening_position(options.opening);
        if (!position)
            throw BadInput(fmt::format("opening '{}': {}", options.opening, position.error()));
        selection.opening = *position;
    }
    return selection;
}

ExitCode filter(const PdnOptions& options) {
    const PdnSelection selection = selection_of(options);
    GameOutput output(options.out, options.json ? "json" : options.format);
    const ExitCode code = for_each_game(options.files, [&](const PdnGame& game) {
        if (selection.accepts(game)) output.add(game);
    });
    output.finish();
    if (selection.outcome) state_reading(options.reading);
    return code;
}

// A name that is safe as part of a file name.
std::string file_stem(std::string_view text) {
    std::string stem;
    for (const char c : text) {
        const bool plain = static_cast<unsigned char>(c) > ' ' && c != 127 && c != '/';
        stem += plain ? c : '_';
    }
    constexpr std::size_t Longest = 60;
    if (stem.empty()) return "unknown";
    return (stem.front() == '.' ? "_" + stem : stem).substr(0, Longest);
}

// The files that a game belongs to: one, or one per player.
std::vector<std::string> stems_of(const PdnGame& game, const PdnOptions& options, long number) {
    if (options.by == "result") return {outcome_name(game, reading_of(options))};
    if (options.by == "opening") {
        const ThreeMoveOpening* opening = opening_of(game);
        return {opening ? fmt::format("opening_{:03}", opening->acf_number) : "no_opening"};
    }
    if (options.by == "player") {
        const auto black = file_stem(tag_value(game, "Black").value_or(""));
        const auto white = file_stem(tag_value(game, "White").value_or(""));
        return black == white ? std::vector{black} : std::vector{black, white};
    }
    return {fmt::format("game_{:05}", number / options.games_per_file + 1)};
}

ExitCode split(const PdnOptions& options) {
    std::map<std::string, std::string> contents;
    long number = 0;
    const ExitCode code = for_each_game(options.files, [&](const PdnGame& game) {
        for (const std::string& stem : stems_of(game, options, number)) {
            contents[stem] += to_pdn(game);
            contents[stem] += '\n';
        }
        ++number;
    });
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error) throw Error(fmt::format("cannot make {}: {}", options.out, error.message()));
    for (const auto& [stem, content] : contents)
        write_file_atomically(std::filesystem::path(options.out) / (stem + ".pdn"), content);
    if (options.json) {
        Json files = Json::array();
        for (const auto& [stem, content] : contents) files.push_back(stem + ".pdn");
        print_json({{"games", number}, {"directory", options.out}, {"files", files}});
    }
    fmt::print(stderr, "{} games in {} files in {}\n", number, contents.size(), options.out);
    if (options.by == "result") state_reading(options.reading);
    return code;
}

Command& reading_option(Command& command, PdnOptions& options) {
    return command.choice("--results",
                          options.reading,
                          {"standard", "first-player"},
                          "what 1-0 means in these files: White won, or the first player, Black");
}

void add_check(Command& pdn) {
    auto options = std::make_shared<PdnOptions>();
    Command command = pdn.subcommand("check", "Replay every game and report what is wrong");
    reading_option(command.argument("FILE", options->files, "PDN files"), *options)
        .flag("--json", options->json, "one JSON object per file")
        .example("deepwell pdn check games.pdn")
        .run([options] { return check(*options); });
}

Command& output_options(Command& command, PdnOptions& options) {
    return command.option("--out,-o", options.out, "write here instead of standard output")
        .choice("--format",
                options.format,
                {"pdn", "json", "fen"},
                "PDN, one JSON object per game, or the final position of each")
        .flag("--json", options.json, "the same as --format json");
}

void add_convert(Command& pdn) {
    auto options = std::make_shared<PdnOptions>();
    Command command = pdn.subcommand("convert", "Rewrite games in strict PDN, JSON or FEN");
    reading_option(command.argument("FILE", options->files, "PDN files"), *options);
    output_options(command, *options)
        .example("deepwell pdn convert old.pdn --results first-player -o new.pdn")
        .run([options] { return convert(*options); });
}

void add_filter(Command& pdn) {
    auto options = std::make_shared<PdnOptions>();
    Command command = pdn.subcommand("filter", "Keep the games that fit");
    reading_option(command.argument("FILE", options->files, "PDN files"), *options)
        .option("--player", options->player, "part of a player's name")
        .choice("--result", options->result, {"black", "white", "draw", "open"}, "who won")
        .option("--opening", options->opening, "ACF number, or moves that lead to a position")
        .option("--least-plies", options->least_plies, 0, 100'000, "at least so long");
    output_options(command, *options)
        .example("deepwell pdn filter games.pdn --player Tinsley --result white -o wins.pdn")
        .run([options] { return filter(*options); });
}

void add_split(Command& pdn) {
    auto options = std::make_shared<PdnOptions>();
    options->out = "games";
    Command command = pdn.subcommand("split", "Sort games into files");
    reading_option(command.argument("FILE", options->files, "PDN files"), *options)
        .choice("--by", options->by, {"game", "player", "result", "opening"}, "what shares a file")
        .option("--games", options->games_per_file, 1, 1'000'000, "games per file, by game")
        .option("--out,-o", options->out, "directory to write to")
        .flag("--json", options->json, "name the files as a JSON object")
        .example("deepwell pdn split games.pdn --by opening -o openings/")
        .run([options] { return split(*options); });
}

}  // namespace

void add_pdn(CommandLine& line) {
    Command pdn = line.add("pdn", "Check, convert, filter and split files of games");
    add_check(pdn);
    add_convert(pdn);
    add_filter(pdn);
    add_split(pdn);
}

}  // namespace deepwell::cli
