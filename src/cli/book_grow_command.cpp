// book grow: a book of moves that finds itself.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <sched.h>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/stopwatch.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "book/growth.h"
#include "cli/book_commands.h"
#include "cli/command.h"
#include "cli/version.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"

namespace deepwell::cli {

namespace {

struct GrowRun {
    std::string log, out, data, weights;
    std::int64_t positions = 4'000;
    std::int64_t nodes = 2'000'000;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::int64_t margin = 30;
    bool no_egdb = false;
    bool idle = false;
    bool json = false;
};

// Works only while nobody else wants the processor; the threads to come inherit it.
void yield_to_everybody() {
    const sched_param param{};
    if (sched_setscheduler(0, SCHED_IDLE, &param) != 0)
        throw Error(fmt::format("--idle: {}", std::strerror(errno)));
}

std::filesystem::path or_else(const std::string& wish, const std::filesystem::path& otherwise) {
    return wish.empty() ? otherwise : std::filesystem::path(wish);
}

std::unique_ptr<egdb::Database> databases_of(const std::string& data, bool none) {
    if (none) return nullptr;
    auto database = std::make_unique<egdb::Database>(egdb::directory_of(data));
    return database->complete_pieces() > 0 ? std::move(database) : nullptr;
}

book::GrowthOptions growth_options(const GrowRun& run) {
    book::GrowthOptions options;
    options.log = or_else(run.log, book::grown_book_path(run.data).replace_extension(".log"));
    options.roots = book::growth_roots();
    options.positions = static_cast<std::size_t>(run.positions);
    options.nodes = static_cast<std::uint64_t>(run.nodes);
    options.threads = static_cast<int>(run.threads);
    options.rules.sensible = static_cast<Score>(run.margin);
    return options;
}

// What it takes to go on: only what was said.
std::string resume_command(const GrowRun& run) {
    std::string text =
        fmt::format("{} book grow --positions {} --nodes {} --threads {} --margin {}",
                    program_name(),
                    run.positions,
                    run.nodes,
                    run.threads,
                    run.margin);
    for (const auto& [name, value] : {std::pair<const char*, const std::string&>{"log", run.log},
                                      {"out", run.out},
                                      {"data", run.data},
                                      {"weights", run.weights}})
        if (!value.empty()) text += fmt::format(" --{} {}", name, value);
    return text + (run.no_egdb ? " --no-egdb" : "") + (run.idle ? " --idle" : "");
}

Json to_json(const book::ChangedMove& changed) {
    return {{"fen", to_fen(changed.kept)},
            {"before", to_text(changed.kept, changed.before)},
            {"now", to_text(changed.kept, changed.now)},
            {"score_before", changed.score_before},
            {"value_before", changed.value_before},
            {"value_now", changed.value_now}};
}

void print_report(const GrowRun& run,
                  const book::GrowthReport& report,
                  const std::filesystem::path& out,
                  double seconds) {
    if (run.json) {
        Json changed = Json::array();
        for (const book::ChangedMove& one : report.changed) changed.push_back(to_json(one));
        return print_json({{"book", out.string()},
                           {"positions", report.positions},
                           {"searched_now", report.searched_now},
                           {"whole", report.is_whole},
                           {"damaged_records", report.damaged_records},
                           {"changed", changed},
                           {"seconds", seconds}});
    }
    print_line(fmt::format("{} positions, {} of them now; {}",
                           report.positions,
                           report.searched_now,
                           duration_text(seconds)));
    if (report.damaged_records > 0)
        print_line(
            fmt::format("{} damaged records of the log were skipped", report.damaged_records));
    print_line(
        fmt::format("{} of our moves were changed: they turned bad, or another proved better",
                    report.changed.size()));
    for (std::size_t i = 0; i < std::min<std::size_t>(report.changed.size(), 5); ++i) {
        const book::ChangedMove& one = report.changed[i];
        print_line(fmt::format("  {}: {} seemed {:+.2f}, is {:+.2f}; now {} {:+.2f}",
                               to_fen(one.kept),
                               to_text(one.kept, one.before),
                               one.score_before / 100.0,
                               one.value_before / 100.0,
                               to_text(one.kept, one.now),
                               one.value_now / 100.0));
    }
    print_line(out.string());
}

ExitCode grow_book(const GrowRun& run) {
    const Stopwatch watch;
    if (run.idle) yield_to_everybody();
    const auto evaluator = evaluator_named(run.weights);
    if (!evaluator) throw BadInput(printable(evaluator.error()));
    const auto database = databases_of(run.data, run.no_egdb);
    const std::filesystem::path out = or_else(run.out, book::grown_book_path(run.data));
    const Interrupt interrupt;
    book::GrowthReport report;
    {
        TerminalProgress progress;
        report = book::grow(
            growth_options(run), **evaluator, database.get(), interrupt.token(), progress);
    }
    const book::MoveBookHeader header{book::MoveBookKind::Grown,
                                      static_cast<std::uint64_t>(run.nodes),
                                      database == nullptr ? 0 : database->complete_pieces()};
    std::filesystem::create_directories(std::filesystem::absolute(out).parent_path());
    write_file_atomically(out, book::to_bytes(header, report.entries));
    print_report(run, report, out, watch.seconds());
    if (!report.finished)
        throw Interrupted("stopped; everything found is kept, go on with: " + resume_command(run));
    return ExitCode::Done;
}

}  // namespace

void add_grow(Command& book) {
    auto run = std::make_shared<GrowRun>();
    Command command =
        book.subcommand("grow", "Find a book of moves by long searches, from all openings");
    command.option("--positions", run->positions, 1, 100'000'000, "how many it is to have in all")
        .option("--nodes", run->nodes, 3, 1'000'000'000'000, "nodes a position")
        .option(
            "--margin", run->margin, 0, 1000, "their replies so many points below the best count")
        .option("--threads", run->threads, 1, 1024, "positions at once")
        .option("--log", run->log, "file of what was searched; goes on with it")
        .option("-o,--out", run->out, "the book; else grown.book of the data directory")
        .option("--weights",
                run->weights,
                "what judges: a file of weights or of a network, or chinook; not given: built in")
        .option("--data", run->data, "data directory")
        .flag("--no-egdb", run->no_egdb, "without endgame databases")
        .flag("--idle", run->idle, "work only while nobody else wants the processor")
        .flag("--json", run->json, "JSON output")
        .example("deepwell book grow --positions 4000 --nodes 2000000")
        .run([run] { return grow_book(*run); });
}

}  // namespace deepwell::cli
