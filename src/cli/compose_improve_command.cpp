// compose improve: better problems, by the paper's model and beyond it.

#include <charconv>
#include <cmath>
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
#include "compose/improve.h"
#include "compose/report.h"
#include "compose/sheet.h"
#include "compose/solution_pdn.h"

namespace deepwell::cli {

namespace {

using compose::Change;
using compose::Improvement;
using compose::ImprovementReport;

constexpr double ImproveSeconds = 10;
// The result is checked once more, to show its solution.
constexpr double FinalCheckSeconds = 5;

struct ComposeImprove {
    ComposeOptions base;
    std::string method = "hill";
    std::string merit = "paper";
    std::string weights;
    std::string keep;
    std::string forbid;
    std::int64_t most_pieces = 0;
    std::int64_t candidate_nodes = 20'000;
    std::int64_t seed = 1;
    bool keep_key = false;
    bool sound = false;
    bool report = false;
};

// "9, 14 K22" and such: numbers of squares.
Bitboard squares_from(const std::string& option, const std::string& text) {
    Bitboard squares;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(" ,", at)) != std::string::npos) {
        const std::size_t end = std::min(text.find_first_of(" ,", at), text.size());
        int number = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, number);
        const auto square = Square::from_number(number);
        if (error != std::errc() || stop != text.data() + end || !square)
            throw BadInput(fmt::format("{}: '{}' is no square of the {}x{} board",
                                       option,
                                       printable(text.substr(at, end - at)),
                                       BoardSize,
                                       BoardSize));
        squares |= Bitboard::of(*square);
        at = end;
    }
    return squares;
}

compose::Weights merit_weights_from(const std::string& file) {
    if (file.empty()) return {};
    const auto text = read_file(file);
    if (!text) throw BadInput(text.error());
    const auto weights = compose::parse_weights(*text);
    if (!weights) throw BadInput(fmt::format("{}: {}", file, weights.error()));
    return *weights;
}

compose::ImproveOptions improve_options(const ComposeImprove& options) {
    compose::ImproveOptions made;
    made.method = options.method == "beam"     ? compose::Method::Beam
                  : options.method == "anneal" ? compose::Method::Anneal
                                               : compose::Method::Hill;
    made.workshop.merit =
        options.merit == "modern" ? compose::MeritKind::Modern : compose::MeritKind::Paper;
    made.workshop.weights = merit_weights_from(options.weights);
    made.workshop.constraints.forbidden = squares_from("--forbid", options.forbid);
    made.workshop.constraints.keep =
        squares_from("--keep", options.keep) | made.workshop.constraints.forbidden;
    if (options.most_pieces > 0) {
        made.workshop.constraints.most_pieces = static_cast<int>(options.most_pieces);
        made.more_pieces = 2 * MenPerSide;
    }
    made.workshop.keep_key = options.keep_key;
    made.workshop.sound = options.sound;
    made.workshop.proof_nodes = static_cast<std::uint64_t>(options.candidate_nodes);
    made.seed = static_cast<std::uint64_t>(options.seed);
    made.limits = limits_of(options.base, ImproveSeconds);
    return made;
}

// The measures of the modern merit, before and after, each with its weight.
Json measures_json(const compose::Measures& measures) {
    Json json = Json::object();
    for (const compose::Measure measure : compose::AllMeasures)
        json[compose::name(measure)] = measures[static_cast<std::size_t>(measure)];
    return json;
}

struct Judged {
    compose::Solution solution;
    compose::Measures measures{};
};

Judged judge(const compose::Problem& problem,
             compose::Truth& truth,
             const compose::EffortLimits& limits) {
    truth.clear();
    compose::Effort effort(limits);
    Judged judged{.solution = compose::check(problem, truth, {.limits = limits})};
    judged.measures = compose::measures_of(problem, judged.solution, truth, effort);
    return judged;
}

Json improvement_json(const Improvement& improvement, const Judged& before, const Judged& after) {
    Json steps = Json::array();
    for (const compose::Step& step : improvement.steps)
        steps.push_back({{"change", compose::name(step.change)},
                         {"fen", to_fen(step.position)},
                         {"quality", step.quality}});
    return {{"name", improvement.original.name},
            {"fen", to_fen(improvement.original.position)},
            {"stipulation", value_text(*improvement.original.stipulation)},
            {"result", to_fen(improvement.result.position)},
            {"before", improvement.before},
            {"after", improvement.after},
            {"percent", improvement.percent()},
            {"steps", steps},
            {"verdict_before", compose::name(before.solution.verdict)},
            {"verdict", compose::name(after.solution.verdict)},
            {"measures_before", measures_json(before.measures)},
            {"measures", measures_json(after.measures)},
            {"tried", improvement.tried},
            {"refused", improvement.refused},
            {"nodes", improvement.nodes},
            {"seconds", improvement.seconds}};
}

void print_improvement(const Improvement& improvement,
                       const Judged& before,
                       const Judged& after,
                       std::size_t number) {
    const auto& original = improvement.original;
    print_line(fmt::format("{}: {}  {}",
                           problem_title(original, number),
                           to_fen(original.position),
                           compose::stipulation_text(original.position, *original.stipulation)));
    for (const compose::Step& step : improvement.steps)
        print_line(fmt::format("  {}: {}  quality {:.6g}",
                               compose::name(step.change),
                               to_fen(step.position),
                               step.quality));
    print_line(fmt::format("  {} -> {}: quality {:.6g} -> {:.6g} ({:+.2f} %), {} positions tried",
                           compose::name(before.solution.verdict),
                           compose::name(after.solution.verdict),
                           improvement.before,
                           improvement.after,
                           improvement.percent(),
                           improvement.tried));
    for (const compose::Measure measure : compose::AllMeasures) {
        const auto i = static_cast<std::size_t>(measure);
        print_line(fmt::format("    {:<10} {:>4.3g} -> {:<4.3g} {}",
                               compose::name(measure),
                               before.measures[i],
                               after.measures[i],
                               compose::meaning(measure)));
    }
}

void print_report(const ImprovementReport& report) {
    const auto counted = [&](const char* what, std::size_t count) {
        print_line(fmt::format("{}: {} ({:.1f} %)", what, count, report.share(count)));
    };
    print_line(fmt::format("Total compositions: {}", report.problems));
    print_line(fmt::format("Average improvement: {:.3f} %", report.average));
    print_line(fmt::format("Variance of the improvements: {:.2f}", report.variance));
    print_line(fmt::format("Standard deviation of the improvements: {:.2f} %", report.deviation));
    counted("Not improved", report.unimproved);
    counted("Improved by at most the standard deviation", report.below_deviation);
    counted("Improved by more", report.above_deviation);
    counted("Improved in all", report.improved());
    print_line(
        fmt::format("Range of improvements: {:.1f} % - {:.1f} %", report.least, report.most));
    print_line(fmt::format("Changes made: {}, for each composition: {:.2f}",
                           report.changes,
                           report.changes_per_problem()));
    for (const Change change : compose::AllChanges) {
        const auto i = static_cast<std::size_t>(change);
        print_line(fmt::format("  <{}> {}: {}", i + 1, compose::name(change), report.by_change[i]));
    }
}

Json report_json(const ImprovementReport& report) {
    Json changes = Json::object();
    for (const Change change : compose::AllChanges)
        changes[compose::name(change)] = report.by_change[static_cast<std::size_t>(change)];
    return {{"problems", report.problems},
            {"improved", report.improved()},
            {"improved_percent", report.share(report.improved())},
            {"average", report.average},
            {"variance", report.variance},
            {"deviation", report.deviation},
            {"unimproved", report.unimproved},
            {"below_deviation", report.below_deviation},
            {"above_deviation", report.above_deviation},
            {"least", report.least},
            {"most", report.most},
            {"changes", report.changes},
            {"by_change", changes}};
}

// What was done so far: kept if somebody stops it.
struct Workbench {
    std::vector<Improvement> improvements;
    std::vector<compose::SheetProblem> sheet;
    std::string pdn;
    std::size_t looked_at = 0;
    std::size_t failed = 0;
    TerminalProgress progress;
};

// False: it was stopped, and counts as not begun.
bool improve_one(const compose::Problem& problem,
                 std::size_t number,
                 ComposeTools& tools,
                 const compose::ImproveOptions& options,
                 const ComposeImprove& wishes,
                 Workbench& bench) {
    const auto improved = compose::improve(problem, tools.truth, options);
    if (!improved) bench.progress.clear();
    if (options.limits.stop.stop_requested()) return false;
    if (!improved) {
        ++bench.failed;
        fmt::print(stderr, "deepwell: {}: {}\n", problem_title(problem, number), improved.error());
        if (wishes.base.json)
            print_json({{"name", problem.name},
                        {"fen", to_fen(problem.position)},
                        {"error", improved.error()}});
        return true;
    }
    compose::EffortLimits limits = options.limits;
    if (limits.seconds) limits.seconds = FinalCheckSeconds;
    const Judged before = judge(improved->original, tools.truth, limits);
    const Judged after = judge(improved->result, tools.truth, limits);
    bench.progress.clear();
    if (options.limits.stop.stop_requested()) return false;
    if (wishes.base.json)
        print_json(improvement_json(*improved, before, after));
    else
        print_improvement(*improved, before, after, number);
    flush_output();
    bench.improvements.push_back(*improved);
    bench.pdn += to_pdn(compose::pdn_of(improved->result, after.solution)) + '\n';
    bench.sheet.push_back({improved->result, after.solution});
    return true;
}

void write_results(const ComposeImprove& options, const Workbench& bench) {
    if (!options.base.output.empty()) write_file_atomically(options.base.output, bench.pdn);
    if (!options.base.sheet.empty())
        write_file_atomically(options.base.sheet,
                              compose::sheet_of("Improved problems", bench.sheet));
    if (!options.report) return;
    const ImprovementReport report = compose::report_on(bench.improvements);
    options.base.json ? print_json(report_json(report)) : print_report(report);
}

ExitCode improve_problems(const ComposeImprove& options) {
    compose::ImproveOptions made = improve_options(options);
    ComposeInput input = open_problems(options.base);
    ComposeTools tools(options.base);
    const Interrupt interrupt;
    made.limits.stop = interrupt.token();
    Workbench bench;
    while (const auto problem = input.next()) {
        if (interrupt.happened()) break;
        bench.progress.update({.stage = options.method,
                               .done = static_cast<double>(bench.looked_at),
                               .total = static_cast<double>(input.total),
                               .unit = "problems"});
        if (!improve_one(*problem, input.first + bench.looked_at, tools, made, options, bench))
            break;
        ++bench.looked_at;
    }
    bench.progress.clear();
    write_results(options, bench);
    if (interrupt.happened())
        throw Interrupted(fmt::format("stopped, what was done is kept; --game {}- goes on",
                                      input.first + bench.looked_at));
    if (*input.code != ExitCode::Done) return *input.code;
    return bench.failed == 0 ? ExitCode::Done : ExitCode::No;
}

}  // namespace

void add_compose_improve(Command& compose) {
    auto options = std::make_shared<ComposeImprove>();
    Command command = compose.subcommand(
        "improve",
        "Change problems step by step into better ones of the same, proven result.  Exit code 0: "
        "done, 1: the result of some was not proven, 2: something could not be read");
    declare_compose(command, options->base, "seconds for a problem; without --nodes 10")
        .choice("--method",
                options->method,
                {"hill", "beam", "anneal"},
                "hill climbing as in the paper, beam search, simulated annealing")
        .choice("--merit",
                options->merit,
                {"paper", "modern"},
                "figure 2 of the paper, or economy, length, quiet_key, sacrifices, surprise, "
                "variety and faults, weighted")
        .option("--weights", options->weights, "of the modern merit: a file of lines NAME NUMBER")
        .option("--keep", options->keep, "squares whose pieces stay: \"9 14 22\"")
        .option("--forbid",
                options->forbid,
                "squares not to touch: what stands there stays, and nothing comes")
        .option("--max-pieces",
                options->most_pieces,
                0,
                std::int64_t{2} * MenPerSide,
                "pieces in all; 0: one more than the original")
        .flag("--keep-key", options->keep_key, "the key stays the same")
        .flag("--sound", options->sound, "every step must be sound")
        .option("--candidate-nodes",
                options->candidate_nodes,
                1,
                std::int64_t{1} << 40,
                "nodes for the proof of a changed position; unproven is refused")
        .option("--seed",
                options->seed,
                0,
                std::int64_t{1} << 60,
                "of annealing, and of the beam's sample")
        .flag("--report", options->report, "the paper's statistics at the end")
        .example(
            "deepwell compose improve problems.pdn --method beam --sound --report -o better.pdn")
        .run([options] { return improve_problems(*options); });
}

}  // namespace deepwell::cli
