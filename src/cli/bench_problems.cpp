#include "cli/bench_problems.h"

#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <vector>

#include "base/files.h"
#include "base/terminal_progress.h"
#include "board/fen.h"
#include "cli/command.h"
#include "egdb/directory.h"
#include "eval/evaluators.h"
#include "search/searcher.h"

namespace deepwell::cli {

namespace {

struct Problem {
    std::string name;
    std::string fen;
    std::optional<Position> position;  // nothing: misprinted
    std::string result;
    Wdl value = Wdl::Draw;  // for the side to move
};

// NAME,"FEN",RESULT,...
std::optional<Problem> problem_of(const std::string& line) {
    const std::size_t open = line.find(",\"");
    const std::size_t close = line.find("\",", open + 2);
    if (open == std::string::npos || close == std::string::npos) return std::nullopt;
    Problem problem;
    problem.name = line.substr(0, open);
    problem.fen = line.substr(open + 2, close - open - 2);
    problem.result = line.substr(close + 2, line.find(',', close + 2) - close - 2);
    if (problem.result != "DRAW" && problem.result != "BLACK_WINS" &&
        problem.result != "WHITE_WINS")
        return std::nullopt;
    const auto position = parse_fen(problem.fen);
    if (!position) return problem;
    problem.position = *position;
    const Side winner = problem.result == "BLACK_WINS" ? Side::Black : Side::White;
    if (problem.result != "DRAW") problem.value = position->side == winner ? Wdl::Win : Wdl::Loss;
    return problem;
}

std::vector<Problem> problems_of(const std::string& file) {
    const auto text = read_file(file);
    if (!text) throw BadInput(text.error());
    std::vector<Problem> problems;
    std::istringstream lines(*text);
    std::string line;
    std::getline(lines, line);
    for (int number = 2; std::getline(lines, line); ++number) {
        const auto problem = problem_of(line);
        if (!problem) throw BadInput(fmt::format("{}:{}: no problem in this line", file, number));
        problems.push_back(*problem);
    }
    return problems;
}

bool is_solved(const Problem& problem, Score score) {
    if (problem.value == Wdl::Draw) return !search::is_decided(score);
    return problem.value == Wdl::Win ? score > MaxEvaluation : score < -MaxEvaluation;
}

void print_misprint(const Problem& problem, bool json) {
    const std::string fault = parse_fen(problem.fen).error();
    if (json) return print_json({{"name", problem.name}, {"fen", problem.fen}, {"fault", fault}});
    print_line(fmt::format("{}: {}, {}", problem.name, fault, problem.fen));
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
    search::Searcher searcher(*evaluator, {.threads = bench.threads}, &database);
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
