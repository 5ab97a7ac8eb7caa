// compose check: is the stipulation true, and is there one way only?

#include <array>
#include <cstdio>
#include <fmt/format.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/compose_commands.h"
#include "cli/compose_input.h"
#include "cli/value_text.h"
#include "compose/facts.h"
#include "compose/sheet.h"
#include "compose/solution_pdn.h"

namespace deepwell::cli {

namespace {

using compose::Facts;
using compose::Solution;
using compose::SolutionPly;

constexpr double CheckSeconds = 5;

struct ComposeCheck {
    ComposeOptions base;
    bool brief = false;
    std::int64_t tree = 200;  // plies
};

Json squares_json(Bitboard squares) {
    Json numbers = Json::array();
    for (const Square square : squares) numbers.push_back(square.number());
    return numbers;
}

// As composers count: the first move of the problem and its answer are move 1.
std::size_t move_number(std::size_t ply) {
    return ply / 2 + 1;
}

Json duals_json(const Solution& solution) {
    Json duals = Json::array();
    for (const compose::Dual& dual : solution.duals()) {
        const SolutionPly& ply = solution.line[dual.ply];
        Json entry{{"number", move_number(dual.ply)},
                   {"move", to_text(ply.before, dual.move)},
                   {"instead_of", to_text(ply.before, ply.move)},
                   {"longer", nullptr}};
        if (dual.longer) entry["longer"] = *dual.longer;
        entry["exact"] = dual.longer && dual.is_exact;
        duals.push_back(entry);
    }
    return duals;
}

// The first choice of the defender: its moves with the plies that are left, the longest first.
Json defences_json(const Solution& solution) {
    Json defences = Json::array();
    const std::size_t at = solution.key ? 1 : 0;
    if (solution.line.size() <= at) return defences;
    const SolutionPly& main = solution.line[at];
    const auto add = [&](const SolutionPly& ply) {
        defences.push_back({{"move", to_text(ply.before, ply.move)},
                            {"left", ply.distance ? Json(*ply.distance) : Json(nullptr)}});
    };
    add(main);
    for (const compose::SolutionLine& defence : main.defences) add(defence.front());
    return defences;
}

// The moves without the tags.
std::string moves_text(const compose::Problem& problem, const Solution& solution) {
    const std::string pdn = to_pdn(compose::pdn_of(problem, solution));
    const std::size_t gap = pdn.find("\n\n");
    return gap == std::string::npos ? pdn : pdn.substr(gap + 2);
}

Json solution_json(const compose::Problem& problem, const Solution& solution) {
    const Position& start = problem.position;
    Json line = Json::array(), cooks = Json::array();
    for (const SolutionPly& ply : solution.line) line.push_back(to_text(ply.before, ply.move));
    for (const Move& cook : solution.cooks()) cooks.push_back(to_text(start, cook));
    const Side solver = compose::solver_of(start, solution.stipulation.value_or(Wdl::Draw));
    const Facts facts = compose::facts_of(start, solution.moves(), solver);
    Json json{{"name", problem.name}, {"fen", to_fen(start)}};
    json["stipulation"] =
        solution.stipulation ? Json(value_text(*solution.stipulation)) : Json(nullptr);
    json["verdict"] = compose::name(solution.verdict);
    json["value"] = value_text(solution.value);
    json["key"] = solution.key ? Json(to_text(start, *solution.key)) : Json(nullptr);
    json["printed_key_fails"] = solution.printed_key_fails;
    json["cooks"] = cooks;
    json["duals"] = duals_json(solution);
    json["open"] = solution.open;
    json["line"] = line;
    json["length"] = facts.length;
    json["jumps"] = facts.jumps;
    json["sacrifices"] = facts.sacrifices;
    json["kings_made"] = facts.kings_made;
    json["pieces_start"] = facts.pieces_start;
    json["pieces_end"] = facts.pieces_end;
    json["idle"] = squares_json(solution.idle);
    json["idle_open"] = squares_json(solution.idle_open);
    json["defences"] = defences_json(solution);
    json["all_defences"] = solution.is_tree_whole;
    json["pdn"] = moves_text(problem, solution);
    json["nodes"] = solution.nodes;
    json["seconds"] = solution.seconds;
    return json;
}

std::string faults_text(const compose::Problem& problem, const Solution& solution) {
    std::string text;
    if (solution.printed_key_fails)
        text +=
            fmt::format("; the printed {} fails", to_text(problem.position, *problem.printed_key));
    for (const Move& cook : solution.cooks())
        text += fmt::format("; cook {}", to_text(problem.position, cook));
    for (const compose::Dual& dual : solution.duals()) {
        text += fmt::format("; dual in {}: {}",
                            move_number(dual.ply),
                            to_text(solution.line[dual.ply].before, dual.move));
        if (dual.longer)
            text += fmt::format(" ({}{:+} plies)", dual.is_exact ? "" : "about ", *dual.longer);
    }
    if (solution.verdict == compose::Verdict::False)
        text += fmt::format("; {}", verdict_text(problem.position, solution.value));
    if (solution.open > 0) text += fmt::format("; {} moves not decided", solution.open);
    return text;
}

std::string squares_text(Bitboard squares) {
    std::string text;
    for (const Square square : squares) text += fmt::format(" {}", square.number());
    return text;
}

std::string idle_text(const Solution& solution) {
    if (solution.idle.is_empty() && solution.idle_open.is_empty()) return "every piece is needed";
    std::string text;
    if (!solution.idle.is_empty()) text = "idle:" + squares_text(solution.idle);
    if (!solution.idle_open.is_empty())
        text += fmt::format(
            "{}need not decided:{}", text.empty() ? "" : ", ", squares_text(solution.idle_open));
    return text;
}

std::string counted(int count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string facts_text(const compose::Problem& problem, const Solution& solution) {
    const Side solver = compose::solver_of(problem.position, *solution.stipulation);
    const Facts facts = compose::facts_of(problem.position, solution.moves(), solver);
    return fmt::format("  {}, {}, {}, {} made, pieces {} -> {}; {}",
                       counted(facts.length, "ply", "plies"),
                       counted(facts.jumps, "jump", "jumps"),
                       counted(facts.sacrifices, "sacrifice", "sacrifices"),
                       counted(facts.kings_made, "king", "kings"),
                       facts.pieces_start,
                       facts.pieces_end,
                       idle_text(solution));
}

void print_solution(const compose::Problem& problem,
                    const Solution& solution,
                    std::size_t number,
                    bool brief) {
    print_line(fmt::format("{}: {}  {}",
                           problem_title(problem, number),
                           to_fen(problem.position),
                           solution.stipulation
                               ? compose::stipulation_text(problem.position, *solution.stipulation)
                               : "(no stipulation)"));
    print_line(
        fmt::format("  {}{}", compose::name(solution.verdict), faults_text(problem, solution)));
    if (brief || solution.line.empty()) return;
    print_line(facts_text(problem, solution));
    print_line(moves_text(problem, solution));
}

// How many problems got each verdict.
class VerdictTally {
public:
    void add(compose::Verdict verdict) { ++counts_[static_cast<std::size_t>(verdict)]; }
    std::size_t of(compose::Verdict verdict) const {
        return counts_[static_cast<std::size_t>(verdict)];
    }
    std::size_t all() const {
        std::size_t sum = 0;
        for (const std::size_t count : counts_) sum += count;
        return sum;
    }
    std::string text() const {
        std::string text = fmt::format("{} problems:", all());
        for (const compose::Verdict verdict : {compose::Verdict::Sound,
                                               compose::Verdict::Cooked,
                                               compose::Verdict::Dual,
                                               compose::Verdict::False,
                                               compose::Verdict::Undecided})
            text += fmt::format(" {} {}", of(verdict), compose::name(verdict));
        return text;
    }

private:
    std::array<std::size_t, 5> counts_{};
};

Solution solve_one(const compose::Problem& problem,
                   ComposeTools& tools,
                   const compose::EffortLimits& limits,
                   std::int64_t tree) {
    tools.truth.clear();
    return compose::check(
        problem, tools.truth, {.limits = limits, .tree_plies = static_cast<std::size_t>(tree)});
}

ExitCode check_problems(const ComposeCheck& options) {
    ComposeInput input = open_problems(options.base);
    ComposeTools tools(options.base);
    compose::EffortLimits limits = limits_of(options.base, CheckSeconds);
    const Interrupt interrupt;
    limits.stop = interrupt.token();
    VerdictTally tally;
    std::string written;
    std::vector<compose::SheetProblem> sheet;
    TerminalProgress progress;
    bool is_cut = false;
    while (const auto problem = input.next()) {
        progress.update({.stage = "problems",
                         .done = static_cast<double>(tally.all()),
                         .total = static_cast<double>(input.total),
                         .unit = "problems"});
        const std::size_t number = input.first + tally.all();
        const Solution solution = solve_one(*problem, tools, limits, options.tree);
        progress.clear();
        is_cut = solution.is_stopped;
        if (is_cut) break;
        tally.add(solution.verdict);
        if (options.base.json)
            print_json(solution_json(*problem, solution));
        else
            print_solution(*problem, solution, number, options.brief);
        flush_output();  // the next one may take a while
        written += to_pdn(compose::pdn_of(*problem, solution)) + '\n';
        if (!options.base.sheet.empty()) sheet.push_back({*problem, solution});
    }
    if (!options.base.output.empty()) write_file_atomically(options.base.output, written);
    if (!options.base.sheet.empty())
        write_file_atomically(options.base.sheet, compose::sheet_of("Problems", sheet));
    if (is_cut)
        throw Interrupted(fmt::format("stopped, what was done is kept ({}); --game {}- goes on",
                                      tally.text(),
                                      input.first + tally.all()));
    if (tally.all() > 1) fmt::print(stderr, "{}\n", tally.text());
    if (*input.code != ExitCode::Done) return *input.code;
    return tally.of(compose::Verdict::Sound) == tally.all() ? ExitCode::Done : ExitCode::No;
}

}  // namespace

void add_compose_check(Command& compose) {
    auto options = std::make_shared<ComposeCheck>();
    Command command = compose.subcommand(
        "check",
        "Test problems for soundness: stipulation, key, cooks, duals.  Exit code 0: all are sound, "
        "1: some are not, or not decided in time, 2: something could not be read");
    declare_compose(command, options->base, "seconds for a problem; without --nodes 5")
        .flag("--brief", options->brief, "the verdicts alone, without the solutions")
        .option("--tree",
                options->tree,
                0,
                std::int64_t{1} << 20,
                "plies of the defences beside the main line, in all")
        .example("deepwell compose check \"B:WK5,21:BK14,K17 Black to play and win\"")
        .run([options] { return check_problems(*options); });
}

}  // namespace deepwell::cli
