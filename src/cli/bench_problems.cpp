#include "cli/bench_problems.h"

#include <fmt/format.h>
#include <vector>

#include "base/terminal_progress.h"
#include "cli/bench_search.h"
#include "cli/command.h"
#include "cli/problem_file.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"
#include "search/searcher.h"

namespace deepwell::cli {

namespace {

bool is_solved(const Problem& problem, Score score) {
    if (problem.value == Wdl::Draw) return !search::is_decided(score);
    return problem.value == Wdl::Win ? score > MaxEvaluation : score < -MaxEvaluation;
}

void print_misprint(const Problem& problem, bool json) {
    if (json)
        return print_json({{"name", problem.name}, {"fen", problem.fen}, {"fault", problem.fault}});
    print_line(fmt::format("{}: {}, {}", problem.name, problem.fault, problem.fen));
}

void print_unsolved(const Problem& problem, const search::SearchResult& found, bool json) {
    if (json)
        return print_json({{"name", problem.name},
                           {"fen", problem.fen},
                           {"stated", problem.result},
                           {"score", found.score},
                           {"depth", found.depth}});
    print_line(fmt::format("{}: stated {}, score {} at depth {}, {}",
                           problem.name,
                           problem.result,
                           found.score,
                           found.depth,
                           problem.fen));
}

}  // namespace

void bench_problems(const ProblemBench& bench) {
    const std::vector<Problem> problems = problems_of(bench.file);
    const auto evaluator = default_evaluator();
    const egdb::Database database(egdb::directory_of(bench.data));
    search::Searcher searcher(
        *evaluator, {.threads = bench.threads, .params = params_without(bench.without)}, &database);
    search::Limits limits;
    limits.move_time = search::Milliseconds(bench.milliseconds);
    limits.wants_score = true;
    TerminalProgress progress;
    std::size_t solved = 0;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        progress.update({problems[i].name,
                         static_cast<double>(i),
                         static_cast<double>(problems.size()),
                         "problems"});
        if (!problems[i].position) {
            print_misprint(problems[i], bench.json);
            continue;
        }
        searcher.clear();
        const search::SearchResult found = searcher.search(Game(*problems[i].position), limits);
        if (is_solved(problems[i], found.score))
            ++solved;
        else
            print_unsolved(problems[i], found, bench.json);
    }
    const double percent =
        100.0 * static_cast<double>(solved) / static_cast<double>(problems.size());
    if (bench.json)
        print_json({{"problems", problems.size()}, {"solved", solved}, {"percent", percent}});
    else
        print_line(fmt::format("{} of {} solved ({:.1f} %)", solved, problems.size(), percent));
}

}  // namespace deepwell::cli
