#include "cli/bench_problems.h"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <vector>

#include "base/terminal_progress.h"
#include "cli/bench_search.h"
#include "cli/command.h"
#include "cli/databases.h"
#include "cli/problem_file.h"
#include "eval/evaluators.h"
#include "search/searcher.h"

namespace deepwell::cli {

namespace {

// How what was found agrees with what is stated.
enum class Agreement {
    Solved,
    Leaning,  // a draw, and no side is said to lose, but one to be a man or more ahead
    Ahead,    // won, not decided, but the winner is a man or more ahead
    Open,
    Refuted
};

Agreement agreement_of(const Problem& problem, const search::SearchResult& found) {
    if (problem.value == Wdl::Draw) {
        if (search::is_decided(found.score)) return Agreement::Refuted;
        return std::abs(found.score) >= ManScore ? Agreement::Leaning : Agreement::Solved;
    }
    const Score for_winner = problem.value == Wdl::Win ? found.score : -found.score;
    if (for_winner > MaxEvaluation) return Agreement::Solved;
    if (found.proven) return Agreement::Refuted;
    return for_winner >= ManScore ? Agreement::Ahead : Agreement::Open;
}

std::string_view word_for(Agreement agreement) {
    switch (agreement) {
        case Agreement::Solved:
            return "solved";
        case Agreement::Leaning:
            return "leaning";
        case Agreement::Ahead:
            return "ahead";
        case Agreement::Open:
            return "open";
        case Agreement::Refuted:
            return "refuted";
    }
    return "";
}

void print_misprint(const Problem& problem, bool json) {
    if (json)
        return print_json({{"name", problem.name}, {"fen", problem.fen}, {"fault", problem.fault}});
    print_line(fmt::format("{}: {}, {}", problem.name, problem.fault, problem.fen));
}

void print_unsolved(const Problem& problem,
                    const search::SearchResult& found,
                    Agreement agreement,
                    bool json) {
    if (json)
        return print_json({{"name", problem.name},
                           {"fen", problem.fen},
                           {"stated", problem.result},
                           {"agreement", word_for(agreement)},
                           {"score", found.score},
                           {"depth", found.depth}});
    print_line(fmt::format("{}: stated {}, {}, score {} at depth {}, {}",
                           problem.name,
                           problem.result,
                           word_for(agreement),
                           found.score,
                           found.depth,
                           problem.fen));
}

struct ProblemTally {
    std::size_t problems = 0;
    std::size_t misprints = 0;
    std::map<Agreement, std::size_t> counts;

    std::size_t operator[](Agreement agreement) const {
        const auto found = counts.find(agreement);
        return found == counts.end() ? 0 : found->second;
    }
    double percent_of(std::size_t count) const {
        return 100.0 * static_cast<double>(count) / static_cast<double>(problems);
    }
};

void print_problem_tally(const ProblemTally& tally, bool json) {
    const std::size_t leaning = tally[Agreement::Leaning];
    const std::size_t solved = tally[Agreement::Solved] + leaning;
    const std::size_t ahead = tally[Agreement::Ahead];
    const std::size_t refuted = tally[Agreement::Refuted];
    if (json)
        return print_json({{"problems", tally.problems},
                           {"solved", solved},
                           {"percent", tally.percent_of(solved)},
                           {"ahead", ahead},
                           {"leaning", leaning},
                           {"by_a_man", tally.percent_of(solved + ahead - leaning)},
                           {"refuted", refuted},
                           {"misprints", tally.misprints}});
    print_line(fmt::format(
        "{} of {} solved ({:.1f} %); the winner of {} more is a man or more ahead, and "
        "one side in {} draws ({:.1f} % are right by a man); {} are proven to be stated "
        "wrongly, {} misprinted",
        solved,
        tally.problems,
        tally.percent_of(solved),
        ahead,
        leaning,
        tally.percent_of(solved + ahead - leaning),
        refuted,
        tally.misprints));
}

}  // namespace

void bench_problems(const ProblemBench& bench) {
    const std::vector<Problem> problems = problems_of(bench.file);
    const auto evaluator = default_evaluator();
    const auto judge = default_judge();
    const egdb::Database database(database_directory(bench.data));
    tell_of_gap(database);
    search::Searcher searcher(
        *evaluator,
        {.threads = bench.threads, .params = params_without(bench.without), .judge = judge.get()},
        &database);
    search::Limits limits;
    limits.move_time = search::Milliseconds(bench.milliseconds);
    limits.wants_score = true;
    TerminalProgress progress;
    ProblemTally tally{.problems = problems.size(), .misprints = 0, .counts = {}};
    for (std::size_t i = 0; i < problems.size(); ++i) {
        progress.update({problems[i].name,
                         static_cast<double>(i),
                         static_cast<double>(problems.size()),
                         "problems"});
        if (!problems[i].position) {
            progress.clear();
            print_misprint(problems[i], bench.json);
            ++tally.misprints;
            continue;
        }
        searcher.clear();
        const search::SearchResult found = searcher.search(Game(*problems[i].position), limits);
        const Agreement agreement = agreement_of(problems[i], found);
        ++tally.counts[agreement];
        progress.clear();
        if (agreement != Agreement::Solved)
            print_unsolved(problems[i], found, agreement, bench.json);
    }
    print_problem_tally(tally, bench.json);
}

}  // namespace deepwell::cli
