// egdb: build, look at and verify the endgame databases.

#include <fmt/format.h>
#include <memory>
#include <thread>

#include "base/data_directory.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/commands.h"
#include "cli/version.h"
#include "egdb/builder.h"
#include "egdb/database.h"
#include "egdb/verify.h"

namespace deepwell::cli {

namespace {

constexpr std::int64_t MostPieces = 8;

struct Options {
    std::string data;
    std::string fen;
    std::int64_t pieces = 4;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::int64_t memory_megabytes = 0;
    bool portable = false;
    bool moves = false;
    bool full = false;
    bool json = false;
};

std::filesystem::path directory_of(const Options& options) {
    return data_directory(options.data) / "egdb" / fmt::format("{0}x{0}", BoardSize);
}

ExitCode build(const Options& options) {
    egdb::BuildOptions build_options;
    build_options.directory = directory_of(options);
    build_options.pieces = static_cast<int>(options.pieces);
    build_options.solve.threads = static_cast<int>(options.threads);
    if (options.portable) build_options.solve.kernel = Kernel::Portable;
    build_options.memory_limit = static_cast<std::uint64_t>(options.memory_megabytes) << 20;
    const Interrupt interrupt;
    const Stopwatch watch;
    egdb::BuildReport report;
    {
        TerminalProgress progress;
        report = egdb::build_databases(build_options, interrupt.token(), progress);
    }
    if (!report.finished)
        throw Interrupted(
            fmt::format("stopped; finished files are kept, go on with: {} egdb build --pieces {}{}",
                        program_name(),
                        options.pieces,
                        options.data.empty() ? "" : " --data " + options.data));
    if (options.json)
        print_json({{"pieces", options.pieces},
                    {"positions", report.positions},
                    {"files_written", report.files_written},
                    {"files_kept", report.files_kept},
                    {"bytes", report.bytes},
                    {"seconds", watch.seconds()}});
    else
        print_line(fmt::format("{} positions in {} files ({} new), {:.2f} MB, {:.1f} s",
                               report.positions,
                               report.files_written + report.files_kept,
                               report.files_written,
                               static_cast<double>(report.bytes) / 1e6,
                               watch.seconds()));
    return ExitCode::Done;
}

void print_stats(const egdb::DatabaseFile& file, bool json) {
    const egdb::FileHeader& h = file.header();
    const double bits = 8 * static_cast<double>(file.size()) / static_cast<double>(h.positions);
    if (json)
        return print_json({{"black_kings", h.material.black.kings},
                           {"black_men", h.material.black.men},
                           {"white_kings", h.material.white.kings},
                           {"white_men", h.material.white.men},
                           {"positions", h.positions},
                           {"wins", h.wins},
                           {"losses", h.losses},
                           {"draws", h.draws},
                           {"bytes", file.size()},
                           {"bits_per_position", bits}});
    print_line(fmt::format("{:<10} {:>13} {:>13} {:>13} {:>13} {:>10} {:>7.4f}",
                           egdb::to_text(h.material),
                           h.positions,
                           h.wins,
                           h.losses,
                           h.draws,
                           file.size(),
                           bits));
}

ExitCode stats(const Options& options) {
    const egdb::Database database(directory_of(options));
    std::uint64_t positions = 0;
    if (!options.json)
        print_line(
            "material, Black to move  positions          wins        losses         draws"
            "      bytes    bits");
    for (int pieces = 2; pieces <= MostPieces; ++pieces)
        for (const egdb::Material& material : egdb::materials_with(pieces)) {
            const egdb::DatabaseFile* file = database.file(material);
            if (file == nullptr) continue;
            print_stats(*file, options.json);
            positions += file->header().positions;
        }
    if (positions == 0)
        throw BadInput(fmt::format("no databases in {}; make them with: {} egdb build",
                                   directory_of(options).string(),
                                   program_name()));
    if (!options.json)
        print_line(fmt::format("complete up to {} pieces, {} positions, {} bytes",
                               database.complete_pieces(),
                               positions,
                               database.bytes()));
    return ExitCode::Done;
}

const char* value_text(const WdlRange& range) {
    if (!range.is_exact()) return "unknown";
    return range.low == Wdl::Win ? "win" : range.low == Wdl::Draw ? "draw" : "loss";
}

// Every move with its value for the side that makes it, best first.
Json moves_json(const Position& position, const egdb::Database& database) {
    std::vector<std::pair<Move, WdlRange>> moves;
    for (const Move& move : legal_moves(position))
        moves.emplace_back(move, -database.probe(play(position, move)));
    std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second.low, a.second.high) > std::pair(b.second.low, b.second.high);
    });
    Json list = Json::array();
    for (const auto& [move, value] : moves)
        list.push_back({{"move", to_text(position, move)}, {"value", value_text(value)}});
    return list;
}

void probe_position(const Position& position,
                    const Options& options,
                    const egdb::Database& database) {
    const WdlRange value = database.probe(position);
    if (options.json) {
        Json json = {{"fen", to_fen(position)}, {"value", value_text(value)}};
        if (options.moves) json["moves"] = moves_json(position, database);
        return print_json(json);
    }
    print_line(fmt::format("{}  {}", to_fen(position), value_text(value)));
    if (!options.moves) return;
    for (const Json& move : moves_json(position, database))
        print_line(fmt::format(
            "  {:<12} {}", move["move"].get<std::string>(), move["value"].get<std::string>()));
}

ExitCode probe(const Options& options) {
    const egdb::Database database(directory_of(options));
    return for_each_position(options.fen, options.json, [&](const Position& position) {
        probe_position(position, options, database);
    });
}

ExitCode verify(const Options& options) {
    egdb::VerifyOptions verify_options;
    verify_options.directory = directory_of(options);
    verify_options.pieces = static_cast<int>(options.pieces);
    verify_options.full = options.full;
    verify_options.threads = static_cast<int>(options.threads);
    const Interrupt interrupt;
    const Stopwatch watch;
    const auto report = [&] {
        TerminalProgress progress;
        return egdb::verify_databases(verify_options, interrupt.token(), progress);
    }();
    if (interrupt.happened()) throw Interrupted("stopped; verification starts anew each time");
    if (!report) {
        print_line(report.error());
        return ExitCode::No;
    }
    if (report->files == 0)
        throw BadInput(fmt::format("no databases in {}; make them with: {} egdb build",
                                   directory_of(options).string(),
                                   program_name()));
    if (options.json)
        print_json({{"files", report->files},
                    {"positions", report->positions},
                    {"distances", report->distances},
                    {"seconds", watch.seconds()}});
    else
        print_line(fmt::format("{} files intact, {} positions derived again, {:.1f} s",
                               report->files,
                               report->positions,
                               watch.seconds()));
    return ExitCode::Done;
}

Command& data_option(Command& command, Options& options) {
    return command.option("--data", options.data, "data directory")
        .flag("--json", options.json, "JSON output");
}

void add_build(Command& egdb) {
    auto options = std::make_shared<Options>();
    Command command = egdb.subcommand("build", "Build the databases up to a number of pieces");
    data_option(command, *options)
        .option("--pieces", options->pieces, 2, MostPieces, "most pieces on the board")
        .option("--threads", options->threads, 1, 1024, "threads")
        .option("--memory", options->memory_megabytes, 0, 1 << 24, "MB of memory; 0: no limit")
        .flag("--portable", options->portable, "do not use newer CPU instructions")
        .example("deepwell egdb build --pieces 5")
        .run([options] { return build(*options); });
}

void add_stats(Command& egdb) {
    auto options = std::make_shared<Options>();
    Command command = egdb.subcommand("stats", "Counts and sizes of each material");
    data_option(command, *options).example("deepwell egdb stats --json").run([options] {
        return stats(*options);
    });
}

void add_probe(Command& egdb) {
    auto options = std::make_shared<Options>();
    Command command = egdb.subcommand("probe", "The value of a position");
    data_option(command, *options)
        .argument("FEN", options->fen, "the position, or - for one FEN per line")
        .flag("--moves", options->moves, "the value of every move too, best first")
        .example("deepwell egdb probe W:WK18,K19:BK1 --moves")
        .run([options] { return probe(*options); });
}

void add_verify(Command& egdb) {
    auto options = std::make_shared<Options>();
    options->pieces = MostPieces;
    Command command = egdb.subcommand("verify", "Check the files, and every value with --full");
    data_option(command, *options)
        .option("--pieces", options->pieces, 2, MostPieces, "most pieces on the board")
        .option("--threads", options->threads, 1, 1024, "threads")
        .flag("--full", options->full, "derive every value again from its moves")
        .example("deepwell egdb verify --full --pieces 5")
        .run([options] { return verify(*options); });
}

}  // namespace

void add_egdb(CommandLine& line) {
    Command egdb = line.add("egdb", "Endgame databases: build, stats, probe, verify");
    add_build(egdb);
    add_stats(egdb);
    add_probe(egdb);
    add_verify(egdb);
}

}  // namespace deepwell::cli
