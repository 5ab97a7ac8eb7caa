#include "cli/problem_file.h"

#include <fmt/format.h>
#include <sstream>

#include "base/files.h"
#include "board/fen.h"
#include "cli/failure.h"

namespace deepwell::cli {

namespace {

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
    if (!position) {
        problem.fault = position.error();
        return problem;
    }
    problem.position = *position;
    const Side winner = problem.result == "BLACK_WINS" ? Side::Black : Side::White;
    if (problem.result != "DRAW") problem.value = position->side == winner ? Wdl::Win : Wdl::Loss;
    return problem;
}

}  // namespace

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

}  // namespace deepwell::cli
