// book minimal: the moves of games that a search in play would miss.

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "book/minimal_book.h"
#include "cli/book_commands.h"
#include "cli/command.h"
#include "cli/version.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"

namespace deepwell::cli {

namespace {

struct MinimalRun {
    std::string book, log, out, data;
    std::int64_t positions = 1'000;
    std::int64_t games = 10;
    std::int64_t nodes = 500'000;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    bool no_egdb = false;
    bool json = false;
};

std::filesystem::path minimal_path(const MinimalRun& run) {
    return run.out.empty() ? book::minimal_book_path(run.data) : std::filesystem::path(run.out);
}

book::MinimalOptions minimal_options(const MinimalRun& run) {
    book::MinimalOptions options;
    options.log = run.log.empty() ? minimal_path(run).replace_extension(".log")
                                  : std::filesystem::path(run.log);
    options.positions = static_cast<std::size_t>(run.positions);
    options.least_games = static_cast<std::uint32_t>(run.games);
    options.nodes = static_cast<std::uint64_t>(run.nodes);
    options.threads = static_cast<int>(run.threads);
    return options;
}

book::GameBook game_book_for(const MinimalRun& run) {
    const std::filesystem::path path =
        run.book.empty() ? book::game_book_path(run.data) : std::filesystem::path(run.book);
    if (!std::filesystem::exists(path))
        throw BadInput(
            fmt::format("no book of games at {}; make one with: {} book import FILES.pdn",
                        path.string(),
                        program_name()));
    return book::GameBook(path);
}

std::string go_on_with(const MinimalRun& run) {
    std::string text =
        fmt::format("{} book minimal --positions {} --games {} --nodes {} --threads {}",
                    program_name(),
                    run.positions,
                    run.games,
                    run.nodes,
                    run.threads);
    for (const auto& [name, value] : {std::pair<const char*, const std::string&>{"book", run.book},
                                      {"log", run.log},
                                      {"out", run.out},
                                      {"data", run.data}})
        if (!value.empty()) text += fmt::format(" --{} {}", name, value);
    return text + (run.no_egdb ? " --no-egdb" : "");
}

ExitCode find_minimal(const MinimalRun& run) {
    const Stopwatch watch;
    const book::GameBook games = game_book_for(run);
    const egdb::Database database(egdb::directory_of(run.data));
    const egdb::Database* const known =
        run.no_egdb || database.complete_pieces() == 0 ? nullptr : &database;
    const auto evaluator = default_evaluator();
    const Interrupt interrupt;
    book::MinimalReport report;
    {
        TerminalProgress progress;
        report = book::find_minimal_book(
            games, minimal_options(run), *evaluator, known, interrupt.token(), progress);
    }
    const book::MoveBookHeader header{book::MoveBookKind::Minimal,
                                      static_cast<std::uint64_t>(run.nodes),
                                      known == nullptr ? 0 : known->complete_pieces()};
    const std::filesystem::path out = minimal_path(run);
    std::filesystem::create_directories(std::filesystem::absolute(out).parent_path());
    write_file_atomically(out, book::to_bytes(header, report.entries));
    if (run.json)
        print_json({{"book", out.string()},
                    {"examined", report.examined},
                    {"examined_now", report.examined_now},
                    {"missed", report.entries.size()},
                    {"seconds", watch.seconds()}});
    else
        print_line(
            fmt::format("{} of {} positions have a move that a search of {} nodes misses; {}\n{}",
                        report.entries.size(),
                        report.examined,
                        run.nodes,
                        duration_text(watch.seconds()),
                        out.string()));
    if (!report.finished)
        throw Interrupted("stopped; everything found is kept, go on with: " + go_on_with(run));
    return ExitCode::Done;
}

}  // namespace

void add_minimal(Command& book) {
    auto run = std::make_shared<MinimalRun>();
    Command command =
        book.subcommand("minimal", "Find the moves of games that a search in play would miss");
    command.option("--positions", run->positions, 1, 100'000'000, "the most played so many")
        .option("--games", run->games, 1, 1'000'000'000, "leave out positions of fewer games")
        .option("--nodes", run->nodes, 1, 1'000'000'000'000, "nodes of a search in play")
        .option("--threads", run->threads, 1, 1024, "positions at once")
        .option("--book", run->book, "the book of games; else the one of the data directory")
        .option("--log", run->log, "file of what was searched; goes on with it")
        .option("-o,--out", run->out, "the minimal book; else minimal.book of the data directory")
        .option("--data", run->data, "data directory")
        .flag("--no-egdb", run->no_egdb, "without endgame databases")
        .flag("--json", run->json, "JSON output")
        .example("deepwell book minimal --positions 500 --nodes 500000")
        .run([run] { return find_minimal(*run); });
}

}  // namespace deepwell::cli
