#include "compose/problem_reader.h"

#include <sstream>

#include "board/fen.h"
#include "board/notation.h"
#include "board/pdn_reader.h"

namespace deepwell::compose {

namespace {

constexpr const char* Blanks = " \t\r";

Result<Problem> stipulated(const Position& position, std::string_view text) {
    if (const auto reason = reason_against(position)) return Failure{*reason};
    const auto stipulation = stipulation_in(text, position);
    if (!stipulation) return Failure{stipulation.error()};
    return Problem{.name = "", .position = position, .stipulation = *stipulation};
}

// All words of a line and its variations.
std::string comments_of(const PdnLine& line) {
    std::string text;
    for (const PdnMove& move : line.moves) {
        text += move.comment_before + " . " + move.comment_after + " . ";
        for (const PdnLine& variation : move.variations) text += comments_of(variation) + " . ";
    }
    return text + line.closing_comment;
}

std::string name_of(const PdnGame& game) {
    for (const char* const tag : {"Problem", "Title", "Event"})
        if (const auto value = tag_value(game, tag); value && *value != "?")
            return std::string(*value);
    return "";
}

Result<Problem> problem_of_game(const PdnGame& game) {
    if (!tag_value(game, "FEN")) return Failure{"it has no position (FEN tag)"};
    const auto own_tag = tag_value(game, "Stipulation");
    std::string text;
    for (const PdnTag& tag : game.tags) text += tag.value + " . ";
    text = own_tag ? std::string(*own_tag) : text + comments_of(game.main);
    auto problem = stipulated(game.initial, text);
    if (!problem) return problem;
    if (own_tag && !problem->stipulation)
        return Failure{"'" + std::string(*own_tag) + "' is no stipulation"};
    Problem result = *problem;
    result.name = name_of(game);
    if (!game.main.moves.empty()) result.printed_key = game.main.moves.front().move;
    return result;
}

ProblemList problems_of_pdn(const std::string& text, const std::string& file_name) {
    ProblemList list;
    const PdnFile pdn = read_pdn(text, file_name);
    for (const PdnError& error : pdn.errors) list.faults.push_back({error.line, error.reason});
    for (const PdnGame& game : pdn.games) {
        if (game.faulty) continue;
        const auto problem = problem_of_game(game);
        if (problem)
            list.problems.push_back(*problem);
        else
            list.faults.push_back({game.line, problem.error()});
    }
    return list;
}

bool is_pdn(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(Blanks);
        if (first != std::string::npos && line[first] != '#') return line[first] == '[';
    }
    return false;
}

}  // namespace

Result<Problem> problem_of_line(const std::string& line) {
    if (const auto position = parse_fen(line)) return stipulated(*position, "");
    const std::size_t begin = std::min(line.find_first_not_of(Blanks), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r;{", begin), line.size());
    const auto position = parse_fen(line.substr(begin, end - begin));
    if (!position) return Failure{position.error()};
    const std::string rest = line.substr(end);
    auto problem = stipulated(*position, rest);
    const bool says_something = rest.find_first_not_of(" \t\r;{}.") != std::string::npos;
    if (problem && says_something && !problem->stipulation)
        return Failure{"there is no stipulation in '" + rest.substr(1) + "'"};
    return problem;
}

ProblemList read_problems(const std::string& text, const std::string& file_name) {
    if (is_pdn(text)) return problems_of_pdn(text, file_name);
    ProblemList list;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const std::size_t first = line.find_first_not_of(Blanks);
        if (first == std::string::npos || line[first] == '#') continue;
        const auto problem = problem_of_line(line);
        if (problem)
            list.problems.push_back(*problem);
        else
            list.faults.push_back({number, problem.error()});
    }
    return list;
}

}  // namespace deepwell::compose
