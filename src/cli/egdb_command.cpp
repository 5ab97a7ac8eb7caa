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
#include "cli/egdb_plan_command.h"
#include "cli/egdb_probe_command.h"
#include "cli/value_text.h"
#include "cli/version.h"
#include "egdb/builder.h"
#include "egdb/database.h"
#include "egdb/directory.h"
#include "egdb/verify.h"

namespace deepwell::cli {

namespace {

constexpr std::int64_t MostPieces = 8;

struct EgdbOptions {
    std::string data;
    std::string material;
    std::int64_t pieces = 4;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::int64_t memory_megabytes = 0;
    std::int64_t distance_pieces = 5;
    bool raw = false;
    bool portable = false;
    bool full = false;
    bool json = false;
};

std::filesystem::path directory_of(const EgdbOptions& options) {
    return egdb::directory_of(options.data);
}

// Nothing for an empty text.
std::optional<egdb::Material> material_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto material = egdb::parse_material(text);
    const auto fits = [](const egdb::Army& army) {
        return army.pieces() >= 1 && army.pieces() <= MenPerSide;
    };
    if (!material || !fits(material->black) || !fits(material->white))
        throw BadInput(fmt::format("no material: {}; write it like 2k1m-1k2m", text));
    return material;
}

ExitCode build(const EgdbOptions& options) {
    egdb::BuildOptions build_options;
    build_options.directory = directory_of(options);
    build_options.pieces = static_cast<int>(options.pieces);
    build_options.only = material_of(options.material);
    build_options.distance_pieces = static_cast<int>(options.distance_pieces);
    build_options.keep_raw = options.raw;
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
            fmt::format("stopped; finished files are kept, go on with: {} egdb build {}{}",
                        program_name(),
                        options.material.empty() ? fmt::format("--pieces {}", options.pieces)
                                                 : "--material " + options.material,
                        options.data.empty() ? "" : " --data " + options.data));
    if (options.json)
        print_json({{"pieces", options.pieces},
                    {"positions", report.positions},
                    {"files_written", report.files_written},
                    {"files", report.files},
                    {"bytes", report.bytes},
                    {"seconds", watch.seconds()}});
    else
        print_line(fmt::format("{} positions in {} files ({} new), {:.2f} MB, {:.1f} s",
                               report.positions,
                               report.files,
                               report.files_written,
                               static_cast<double>(report.bytes) / 1e6,
                               watch.seconds()));
    return ExitCode::Done;
}

struct LongestWin {
    std::uint64_t plies = 0;
    std::string fen;
};

std::optional<LongestWin> longest_win(const egdb::Database& database, const egdb::Material& m) {
    const auto position = database.longest_win(m);
    if (!position) return std::nullopt;
    return LongestWin{database.distance_file(m)->header().longest, to_fen(*position)};
}

std::uint64_t size_of(const egdb::DatabaseFile* file) {
    return file != nullptr ? file->size() : 0;
}

void print_json_stats(const egdb::Database& database, const egdb::DatabaseFile& file, double bits) {
    const egdb::FileHeader& h = file.header();
    Json json = {{"black_kings", h.material.black.kings},
                 {"black_men", h.material.black.men},
                 {"white_kings", h.material.white.kings},
                 {"white_men", h.material.white.men},
                 {"positions", h.positions},
                 {"wins", h.wins},
                 {"losses", h.losses},
                 {"draws", h.draws},
                 {"longest_win", nullptr},
                 {"longest_win_fen", nullptr},
                 {"bytes", file.size()},
                 {"bits_per_position", bits},
                 {"distance_bytes", size_of(database.distance_file(h.material))}};
    if (const auto longest = longest_win(database, h.material)) {
        json["longest_win"] = longest->plies;
        json["longest_win_fen"] = longest->fen;
    }
    print_json(json);
}

void print_stats(const egdb::Database& database, const egdb::DatabaseFile& file, bool json) {
    const egdb::FileHeader& h = file.header();
    const double bits = 8 * static_cast<double>(file.size()) / static_cast<double>(h.positions);
    if (json) return print_json_stats(database, file, bits);
    const auto longest = longest_win(database, h.material);
    print_line(fmt::format("{:<10} {:>13} {:>13} {:>13} {:>13} {:>10} {:>7.4f} {}",
                           egdb::to_text(h.material),
                           h.positions,
                           h.wins,
                           h.losses,
                           h.draws,
                           file.size(),
                           bits,
                           longest ? fmt::format("{:>4}  {}", longest->plies, longest->fen) : ""));
}

void print_totals(const egdb::Database& database, std::uint64_t positions) {
    std::uint64_t values = 0, distances = 0;
    for (int pieces = 2; pieces <= MostPieces; ++pieces)
        for (const egdb::Material& material : egdb::materials_with(pieces)) {
            values += size_of(database.file(material));
            distances += size_of(database.distance_file(material));
        }
    print_line(
        fmt::format("complete up to {} pieces, {} positions, {} bytes of values, {} of distances",
                    database.complete_pieces(),
                    positions,
                    values,
                    distances));
}

ExitCode stats(const EgdbOptions& options) {
    const egdb::Database database(directory_of(options));
    std::uint64_t positions = 0;
    if (!options.json)
        print_line(
            "material, Black to move  positions          wins        losses         draws"
            "      bytes    bits  longest win, plies");
    for (int pieces = 2; pieces <= MostPieces; ++pieces)
        for (const egdb::Material& material : egdb::materials_with(pieces)) {
            const egdb::DatabaseFile* file = database.file(material);
            if (file == nullptr) continue;
            print_stats(database, *file, options.json);
            positions += file->header().positions;
        }
    if (positions == 0)
        throw BadInput(fmt::format("no databases in {}; make them with: {} egdb build",
                                   directory_of(options).string(),
                                   program_name()));
    if (!options.json) print_totals(database, positions);
    return ExitCode::Done;
}

ExitCode verify(const EgdbOptions& options) {
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
        print_line(fmt::format(
            "{} files intact, {} positions derived again, {} distances checked, {:.1f} s",
            report->files,
            report->positions,
            report->distances,
            watch.seconds()));
    return ExitCode::Done;
}

Command& data_option(Command& command, EgdbOptions& options) {
    return command.option("--data", options.data, "data directory")
        .flag("--json", options.json, "JSON output");
}

void add_build(Command& egdb) {
    auto options = std::make_shared<EgdbOptions>();
    Command command = egdb.subcommand("build", "Build the databases up to a number of pieces");
    data_option(command, *options)
        .option("--pieces", options->pieces, 2, MostPieces, "most pieces on the board")
        .option("--material", options->material, "only this one and what it needs: 2k1m-1k2m")
        .option("--threads", options->threads, 1, 1024, "threads")
        .option("--memory", options->memory_megabytes, 0, 1 << 24, "MB of memory; 0: no limit")
        .option("--distance",
                options->distance_pieces,
                0,
                MostPieces,
                "distances to the win up to so many pieces")
        .flag("--raw", options->raw, "keep the raw values too, for --egdb-raw")
        .flag("--portable", options->portable, "do not use newer CPU instructions")
        .example("deepwell egdb build --pieces 5")
        .run([options] { return build(*options); });
}

void add_stats(Command& egdb) {
    auto options = std::make_shared<EgdbOptions>();
    Command command = egdb.subcommand("stats", "Counts and sizes of each material");
    data_option(command, *options).example("deepwell egdb stats --json").run([options] {
        return stats(*options);
    });
}

void add_verify(Command& egdb) {
    auto options = std::make_shared<EgdbOptions>();
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
    Command egdb = line.add("egdb", "Endgame databases: build, plan, stats, probe, verify");
    add_build(egdb);
    add_egdb_plan(egdb);
    add_stats(egdb);
    add_egdb_probe(egdb);
    add_verify(egdb);
}

}  // namespace deepwell::cli
