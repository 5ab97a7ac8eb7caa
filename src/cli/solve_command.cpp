// solve: the value of an opening or a whole board, with a graph that outlives the process.

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/engine_options.h"
#include "cli/game_range.h"
#include "cli/solve_commands.h"
#include "cli/solve_options.h"
#include "cli/solve_text.h"
#include "cli/version.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"
#include "proof/manager.h"
#include "proof/prover_pool.h"

namespace deepwell::cli {

namespace {

struct SolveRun {
    SolveOptions base;
    std::string seed;
    std::int64_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::int64_t megabytes = 1024;
    std::string time;
    std::string job_time;
    std::int64_t nodes = 0;
    std::int64_t job_nodes = 0;
    std::int64_t batch = 0;
    std::int64_t attempts = 4;
    std::int64_t threshold_start = 100;
    std::int64_t threshold_step = 50;
    bool no_threshold = false;
    bool no_score = false, no_pieces = false, no_kings = false, no_warning = false, no_draw = false;
    bool no_vain = false;
    bool weak = false;
    std::string status;
};

constexpr std::int64_t JobNodes = 1'000'000;  // if neither nodes nor time are given
constexpr std::int64_t BatchPerWorker = 16;
constexpr double SlowestNodesPerSecond = 10'000;  // for leases

// Lines of JSON, one a second at most.
class StatusFile {
public:
    explicit StatusFile(const std::string& path) : path_(path) {
        if (path.empty()) return;
        file_.reset(std::fopen(path.c_str(), "a"));
        if (!file_) throw BadInput(fmt::format("--status: cannot write {}", path));
    }
    void write(const Json& json) {
        if (!file_) return;
        const std::string line = json.dump() + "\n";
        if (std::fputs(line.c_str(), file_.get()) == EOF || std::fflush(file_.get()) != 0)
            throw Error(fmt::format("cannot write {}", path_));
    }
    bool is_due(double seconds) {
        if (!file_ || seconds < next_) return false;
        next_ = seconds + 1;
        return true;
    }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    double next_ = 0;
};

std::vector<Move> moves_from(Position position, const std::string& text) {
    std::vector<Move> moves;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto move = parse_move(position, word);
        if (!move) throw BadInput(fmt::format("--seed: {}: {}", word, move.error()));
        moves.push_back(*move);
        position = play(position, *move);
    }
    return moves;
}

// Of a file, the first game that passes through the root: what follows.
std::vector<Move> moves_from_games(const Position& root, const std::string& file) {
    for (const PdnGame& game : read_games(file).games) {
        const Game played = main_game(game);
        for (std::size_t ply = 0; ply < played.positions().size(); ++ply)
            if (played.positions()[ply] == root)
                return {played.moves().begin() + static_cast<std::ptrdiff_t>(ply),
                        played.moves().end()};
    }
    throw BadInput(fmt::format("--seed: no game of {} passes through the position", file));
}

// From the end of the line backwards, the root left out.
std::vector<Position> seeds_of(const Position& root, const std::string& seed) {
    if (seed.empty()) return {};
    const std::vector<Move> line =
        is_games(seed) ? moves_from_games(root, seed) : moves_from(root, seed);
    std::vector<Position> seeds;
    Position position = root;
    for (const Move& move : line) {
        position = play(position, move);
        if (legal_moves(position).empty()) break;
        seeds.insert(seeds.begin(), position);
    }
    return seeds;
}

proof::ProofLimits job_limits(const SolveRun& run) {
    proof::ProofLimits limits;
    limits.seconds = seconds_from("--job-time", run.job_time);
    if (run.job_nodes > 0) limits.nodes = static_cast<std::uint64_t>(run.job_nodes);
    if (!limits.seconds && !limits.nodes) limits.nodes = JobNodes;
    return limits;
}

proof::ManagerOptions manager_options(const SolveRun& run,
                                      const proof::ProofLimits& limits,
                                      const Position& root,
                                      const proof::Leaves& leaves) {
    proof::ManagerOptions options;
    options.uses_threshold = !run.no_threshold;
    options.threshold_start = static_cast<Score>(run.threshold_start);
    options.threshold_step = static_cast<Score>(run.threshold_step);
    options.batch = static_cast<int>(run.batch > 0 ? run.batch : BatchPerWorker * run.threads);
    if (run.nodes > 0) options.most_nodes = static_cast<std::uint64_t>(run.nodes);
    options.most_attempts = static_cast<unsigned>(run.attempts);
    const double seconds = limits.seconds.value_or(static_cast<double>(limits.nodes.value_or(0)) /
                                                   SlowestNodesPerSecond);
    options.lease_seconds = 60 + 4 * seconds;
    options.seeds = seeds_of(root, run.seed);
    options.terms = {.score = !run.no_score,
                     .pieces = !run.no_pieces,
                     .kings = !run.no_kings,
                     .warning = !run.no_warning,
                     .draw = !run.no_draw,
                     .vain = !run.no_vain,
                     .weak = run.weak,
                     .database_pieces = leaves.max_pieces()};
    return options;
}

std::vector<proof::JobWork> workers_of(const SolveRun& run,
                                       const Evaluator& evaluator,
                                       const egdb::Database& database,
                                       const proof::ProofLimits& limits,
                                       proof::Facts& facts) {
    const auto bytes = (static_cast<std::size_t>(run.megabytes) << 20) / 4 * 3 /
                       static_cast<std::size_t>(run.threads);
    proof::ProverOptions options;
    options.set_memory(bytes);
    options.database_pieces = static_cast<int>(run.base.pieces);
    options.facts = &facts;
    std::vector<proof::JobWork> workers;
    for (std::int64_t i = 0; i < run.threads; ++i)
        workers.push_back(proof::prover_work(evaluator, &database, options, limits));
    return workers;
}

// A jump that is due is played first: evaluations are for quiet positions.
Score guess(const Evaluator& evaluator, const Position& position) {
    if (!can_jump(position)) return evaluator.evaluate(position);
    Score best = -MaxEvaluation;
    for (const Move& move : legal_moves(position))
        best = std::max(best, -evaluator.evaluate(play(position, move)));
    return best;
}

// The command that goes on with this.
std::string resuming(const SolveRun& run) {
    const SolveRun usual;
    std::string text = fmt::format("{} solve", program_name());
    if (!run.base.what.empty()) text += " " + quoted(run.base.what);
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", option, quoted(value));
    };
    add("--opening", run.base.opening);
    add("--seed", run.seed);
    add("--store", run.base.store);
    add("--data", run.base.data);
    add("--job-time", run.job_time);
    add("--status", run.status);
    const auto add_number =
        [&](const char* option, std::int64_t value, std::int64_t default_value) {
            if (value != default_value) add(option, std::to_string(value));
        };
    add_number("--pieces", run.base.pieces, usual.base.pieces);
    add_number("--threads", run.threads, usual.threads);
    add_number("--memory", run.megabytes, usual.megabytes);
    add_number("--job-nodes", run.job_nodes, usual.job_nodes);
    add_number("--batch", run.batch, usual.batch);
    add_number("--attempts", run.attempts, usual.attempts);
    add_number("--threshold-start", run.threshold_start, usual.threshold_start);
    add_number("--threshold-step", run.threshold_step, usual.threshold_step);
    const std::initializer_list<std::pair<const char*, bool>> flags{
        {"--start", run.base.start},
        {"--no-threshold", run.no_threshold},
        {"--no-score", run.no_score},
        {"--no-pieces", run.no_pieces},
        {"--no-kings", run.no_kings},
        {"--no-warning", run.no_warning},
        {"--no-draw", run.no_draw},
        {"--no-vain", run.no_vain},
        {"--weak", run.weak},
        {"--json", run.base.json}};
    for (const auto& [flag, is_set] : flags)
        if (is_set) text += fmt::format(" {}", flag);
    return text;
}

void complain_of_log(const proof::LogState& found) {
    for (const std::string& fault : found.faults)
        fmt::print(stderr, "deepwell: {}; the rest is kept\n", fault);
    if (found.torn_bytes > 0)
        fmt::print(stderr,
                   "deepwell: results.log: {} bytes of an unfinished write were cut off\n",
                   found.torn_bytes);
}

void print_outcome(const SolveRun& run, const Position& root, const proof::ManagerStatus& status) {
    if (run.base.json) return print_json(status_json(root, status));
    print_line(fmt::format("{}  {}", to_fen(root), verdict_text(root, status.value)));
    print_line(
        fmt::format("{} nodes, {} proven; {} jobs in {}, {} searches in all, {} prover nodes",
                    status.nodes,
                    status.proven,
                    status.jobs,
                    duration_text(status.seconds),
                    status.searches,
                    amount_text(static_cast<double>(status.prover_nodes))));
    print_line(fmt::format("manager's share of the CPU time: {:.1f} %",
                           100 * status.manager_seconds / std::max(status.cpu_seconds, 1e-9)));
}

using Deadline = std::optional<proof::Manager::Clock::time_point>;

Deadline deadline_of(const SolveRun& run) {
    const auto seconds = seconds_from("--time", run.time);
    if (!seconds) return std::nullopt;
    return proof::Manager::Clock::now() +
           std::chrono::duration_cast<proof::Manager::Clock::duration>(
               std::chrono::duration<double>(*seconds));
}

WdlRange solve_with(proof::Manager& manager,
                    const SolveRun& run,
                    const Position& root,
                    const Deadline& deadline,
                    const std::stop_token& stop) {
    StatusFile file(run.status);
    TerminalProgress progress;
    const WdlRange value = manager.run(stop, deadline, [&](const proof::ManagerStatus& status) {
        progress.update({status_text(root, status), static_cast<double>(status.jobs), 0, "jobs"});
        if (file.is_due(status.seconds)) file.write(status_json(root, status));
    });
    file.write(status_json(root, manager.status()));
    return value;
}

ExitCode solve(const SolveRun& run) {
    const auto root = position_of(run.base);
    if (!root) throw BadInput("what is to be solved? Give a FEN, --opening or --start");
    const proof::ProofLimits limits = job_limits(run);
    const Deadline deadline = deadline_of(run);
    const auto evaluator = default_evaluator();
    const egdb::Database database(egdb::directory_of(run.base.data));
    const proof::Leaves leaves(&database, static_cast<int>(run.base.pieces));
    const proof::ManagerOptions options = manager_options(run, limits, *root, leaves);
    const Interrupt interrupt;
    proof::ManagerGraph graph(
        leaves, [&](const Position& position) { return guess(*evaluator, position); });
    proof::ProofArchive archive(store_of(run.base), graph);
    complain_of_log(archive.found());
    proof::Facts facts((static_cast<std::size_t>(run.megabytes) << 20) / 4);
    proof::ProverPool pool(workers_of(run, *evaluator, database, limits, facts));
    proof::Manager manager(*root, graph, archive, pool, options);
    const WdlRange value = solve_with(manager, run, *root, deadline, interrupt.token());
    print_outcome(run, *root, manager.status());
    if (value.is_exact()) return ExitCode::Done;
    const std::string go_on = fmt::format(
        "{} results are kept, go on with: {}", archive.totals().searches, resuming(run));
    if (interrupt.happened()) throw Interrupted("stopped; " + go_on);
    fmt::print(stderr,
               "deepwell: {} over; {}\n",
               deadline && proof::Manager::Clock::now() >= *deadline ? "time is" : "the nodes are",
               go_on);
    return ExitCode::No;
}

void add_terms(Command& command, SolveRun& run) {
    command.option("--threshold-start", run.threshold_start, 1, 20'000, "first threshold of scores")
        .option("--threshold-step", run.threshold_step, 1, 20'000, "how much it rises each time")
        .flag("--no-threshold", run.no_threshold, "proven values only from the beginning")
        .flag("--no-score", run.no_score, "numbers take no notice of scores")
        .flag("--no-pieces", run.no_pieces, "numbers do not grow with pieces")
        .flag("--no-kings", run.no_kings, "numbers do not grow with kings on both sides")
        .flag("--no-warning", run.no_warning, "numbers do not grow with kings in the line ahead")
        .flag("--no-draw", run.no_draw, "numbers take no notice of database draws in the line")
        .flag("--no-vain", run.no_vain, "numbers do not grow with attempts in vain")
        .flag("--weak", run.weak, "the hardest move and one for each other, not the sum");
}

}  // namespace

void add_solve(CommandLine& line) {
    auto run = std::make_shared<SolveRun>();
    Command command = line.add("solve", "Solve an opening or a board, over days and restarts");
    declare_position(command, run->base);
    declare_store(command, run->base)
        .option("--seed", run->seed, "a line of best play: moves, or a PDN file")
        .option("--threads", run->threads, 1, 1024, "provers at work")
        .option("--memory", run->megabytes, 1, 1 << 20, "MB for the tables of all provers")
        .option("--time", run->time, "seconds; without it until it is solved")
        .option("--nodes",
                run->nodes,
                0,
                std::int64_t{1} << 60,
                "prover nodes in all; 0: until it is solved")
        .option("--job-time", run->job_time, "seconds for a position")
        .option("--job-nodes", run->job_nodes, 0, std::int64_t{1} << 60, "nodes for a position")
        .option("--batch", run->batch, 0, 1 << 20, "positions in flight; 0: 16 for each thread")
        .option("--attempts",
                run->attempts,
                1,
                proof::Attempts::Most,
                "where both sides have kings, each with four times the effort")
        .option("--status", run->status, "append JSON lines about the work to this file");
    add_terms(command, *run);
    command.example("deepwell solve --opening \"12-16 24-19 10-14\" --store white-wins --time 3600")
        .run([run] { return solve(*run); });
    add_solve_status(command);
    add_solve_report(command);
    add_solve_show(command);
    add_solve_export(command);
    add_solve_certificate(command);
    add_solve_rebuild(command);
}

}  // namespace deepwell::cli
