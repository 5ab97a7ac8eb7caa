// book check: is a book of moves sound, and do its lines end well?

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "book/book_check.h"
#include "cli/book_commands.h"
#include "cli/command.h"
#include "cli/move_book_text.h"
#include "egdb/database.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"

namespace deepwell::cli {

namespace {

struct CheckRun {
    std::string book = "own";
    std::string data;
    std::int64_t sample = 200;
    std::int64_t nodes = 5'000'000;
    std::int64_t seed = 1;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    bool no_egdb = false;
    bool json = false;
};

Json to_json(const book::Leaf& leaf) {
    return {{"fen", to_fen(leaf.position)},
            {"move", to_text(leaf.position, leaf.move)},
            {"claimed", leaf.claimed},
            {"found", leaf.found}};
}

Score worst_of(const book::CheckReport& report) {
    Score worst = report.sample.empty() ? 0 : report.sample[0].found;
    for (const book::Leaf& leaf : report.sample) worst = std::min(worst, leaf.found);
    return worst;
}

void print_check(const CheckRun& run, const book::CheckReport& report) {
    if (run.json) {
        Json lost = Json::array();
        for (const book::Leaf& leaf : report.lost) lost.push_back(to_json(leaf));
        return print_json({{"illegal_moves", report.illegal_moves},
                           {"leaves", report.leaves},
                           {"sample", report.sample.size()},
                           {"nodes", run.nodes},
                           {"lost", lost},
                           {"known_lost", report.known_lost},
                           {"worst", worst_of(report)}});
    }
    print_line(fmt::format("{} illegal moves", report.illegal_moves));
    print_line(
        fmt::format("{} of {} leaves searched with {} nodes each: {} lose by force, {} more "
                    "as the book says; worst score {:+.2f}",
                    report.sample.size(),
                    report.leaves,
                    run.nodes,
                    report.lost.size(),
                    report.known_lost,
                    worst_of(report) / 100.0));
    for (const book::Leaf& leaf : report.lost)
        print_line(fmt::format("  {}: {} loses; the book says {:+.2f}",
                               to_fen(leaf.position),
                               to_text(leaf.position, leaf.move),
                               leaf.claimed / 100.0));
}

ExitCode check(const CheckRun& run) {
    const book::MoveBook book = opened_move_book(run.book);
    const egdb::Database database(egdb::directory_of(run.data));
    const auto evaluator = default_evaluator();
    const Interrupt interrupt;
    book::CheckReport report;
    {
        TerminalProgress progress;
        report = book::check_book(book,
                                  {.sample = static_cast<std::size_t>(run.sample),
                                   .nodes = static_cast<std::uint64_t>(run.nodes),
                                   .seed = static_cast<std::uint64_t>(run.seed),
                                   .threads = static_cast<int>(run.threads)},
                                  *evaluator,
                                  run.no_egdb ? nullptr : &database,
                                  interrupt.token(),
                                  progress);
    }
    print_check(run, report);
    if (!report.finished) throw Interrupted("stopped; the leaves above were searched");
    return report.lost.empty() && report.illegal_moves == 0 ? ExitCode::Done : ExitCode::No;
}

}  // namespace

void add_book_check(Command& book) {
    auto run = std::make_shared<CheckRun>();
    Command command =
        book.subcommand("check", "Search leaves of a book of moves: does one lose by force?");
    command.option("--book", run->book, "file of moves; 'own' is the built-in book")
        .option("--sample", run->sample, 0, 1'000'000'000, "how many leaves")
        .option("--nodes", run->nodes, 1, 1'000'000'000'000, "nodes a leaf")
        .option("--seed", run->seed, 0, 1'000'000'000, "another number, other leaves")
        .option("--threads", run->threads, 1, 1024, "leaves at once")
        .option("--data", run->data, "data directory")
        .flag("--no-egdb", run->no_egdb, "without endgame databases")
        .flag("--json", run->json, "JSON output")
        .example("deepwell book check --sample 200 --nodes 5000000")
        .run([run] { return check(*run); });
}

}  // namespace deepwell::cli
