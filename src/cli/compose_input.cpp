#include "cli/compose_input.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>

#include "base/files.h"
#include "board/fen.h"
#include "cli/databases.h"
#include "cli/engine_options.h"
#include "cli/game_range.h"
#include "cli/problem_file.h"
#include "compose/problem_reader.h"
#include "eval/evaluators.h"

namespace deepwell::cli {

namespace {

using compose::ProblemFault;
using compose::ProblemList;

void tell_fault(const std::string& place, const ProblemFault& fault, bool json) {
    const std::string message = printable(fault.message);
    fmt::print(stderr, "deepwell: {}line {}: {}\n", place, fault.line, message);
    if (json) print_json({{"line", fault.line}, {"error", message}});
}

ProblemList problems_of_csv(const std::string& file) {
    ProblemList list;
    int line = 1;
    for (const Problem& problem : problems_of(file)) {
        ++line;
        const auto over =
            problem.position ? compose::reason_against(*problem.position) : std::nullopt;
        if (over)
            list.faults.push_back({line, *over});
        else if (problem.position)
            list.problems.push_back({.name = problem.name,
                                     .position = *problem.position,
                                     .stipulation = problem.value});
        else
            list.faults.push_back({line, fmt::format("FEN '{}': {}", problem.fen, problem.fault)});
    }
    return list;
}

ProblemList problems_of_file(const std::string& file) {
    if (file.ends_with(".csv")) return problems_of_csv(file);
    const auto text = read_file(file);
    if (!text) throw BadInput(text.error());
    return compose::read_problems(*text, file);
}

std::optional<compose::Problem> next_line(int& number, bool json, ExitCode& code) {
    bool is_empty = number == 0;
    for (std::string line; std::getline(std::cin, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto problem = compose::problem_of_line(line);
        if (problem) return *problem;
        is_empty = false;
        code = ExitCode::BadInput;
        tell_fault("", {number, problem.error()}, json);
    }
    if (is_empty) throw BadInput("-: there are no problems in it");
    return std::nullopt;
}

ComposeInput open_lines(bool json) {
    ComposeInput input;
    const auto number = std::make_shared<int>(0);
    input.next = [number, json, code = input.code] { return next_line(*number, json, *code); };
    return input;
}

ComposeInput open_list(std::vector<compose::Problem> problems, const GameRange& range) {
    ComposeInput input;
    input.first = static_cast<std::size_t>(range.first);
    input.total = 1 + static_cast<std::size_t>(range.last) - static_cast<std::size_t>(range.first);
    const auto list = std::make_shared<std::vector<compose::Problem>>(std::move(problems));
    const auto at = std::make_shared<std::size_t>(input.first - 1);
    input.next = [=, last = static_cast<std::size_t>(range.last)] {
        return *at < last ? std::optional((*list)[(*at)++]) : std::nullopt;
    };
    return input;
}

ComposeInput open_file(const ComposeOptions& options) {
    ProblemList list = problems_of_file(options.what);
    const bool has_faults = !list.faults.empty();
    for (const ProblemFault& fault : list.faults)
        tell_fault(options.what + ": ", fault, options.json);
    if (list.problems.empty() && !has_faults)
        throw BadInput(fmt::format("{}: there are no problems in it", options.what));
    const int count = static_cast<int>(list.problems.size());
    const GameRange range = count == 0 ? GameRange{} : range_from(options.range, count);
    ComposeInput input = open_list(std::move(list.problems), range);
    if (has_faults) *input.code = ExitCode::BadInput;
    return input;
}

}  // namespace

Command& declare_compose(Command& command, ComposeOptions& options, const char* time_help) {
    return command
        .argument("FEN|FILE",
                  options.what,
                  "a position (with \"White to play and win\" after it, if you like), - for one a "
                  "line, or a file: PDN, FEN lines, or .csv with NAME,\"FEN\",RESULT")
        .option("--game", options.range, "of a file: a number or a range, 7 or 3-9 or 3-")
        .option("--time", options.time, time_help)
        .option("--nodes", options.nodes, 0, std::int64_t{1} << 60, "nodes for a problem")
        .option("--pieces",
                options.pieces,
                0,
                std::int64_t{2} * MenPerSide,
                "databases with at most so many pieces")
        .option("--memory", options.megabytes, 1, 1 << 20, "MB for the table of the prover")
        .option("--data", options.data, "data directory")
        .option("--output,-o", options.output, "write PDN here")
        .option("--sheet", options.sheet, "write a page to print here: HTML")
        .flag("--json", options.json, "one JSON object per problem");
}

ComposeTools::ComposeTools(const ComposeOptions& options)
    : database(database_directory(options.data), {.max_pieces = static_cast<int>(options.pieces)}),
      evaluator(default_evaluator()),
      truth(*evaluator,
            &database,
            {.table_bytes = static_cast<std::size_t>(options.megabytes) << 20,
             .database_pieces = static_cast<int>(options.pieces)}) {
    tell_of_gap(database);
}

compose::EffortLimits limits_of(const ComposeOptions& options, double usual_seconds) {
    compose::EffortLimits limits;
    limits.seconds = seconds_from("--time", options.time);
    if (options.nodes > 0) limits.nodes = static_cast<std::uint64_t>(options.nodes);
    if (!limits.seconds && !limits.nodes) limits.seconds = usual_seconds;
    return limits;
}

void require_places(const ComposeOptions& options) {
    for (const std::string& file : {options.output, options.sheet}) {
        const std::filesystem::path folder = std::filesystem::path(file).parent_path();
        if (!folder.empty() && !std::filesystem::is_directory(folder))
            throw BadInput(fmt::format("{}: there is no such directory", folder.string()));
    }
}

ComposeInput open_problems(const ComposeOptions& options) {
    require_places(options);
    const bool is_file = is_games(options.what);
    if (!is_file && !options.range.empty()) throw BadInput("--game is for files");
    if (options.what == "-") return open_lines(options.json);
    if (options.what == "start")
        return open_list({{.name = "", .position = Position::start()}}, {1, 1});
    const auto single = compose::problem_of_line(options.what);
    if (single) return open_list({*single}, {1, 1});
    if (is_file || options.what.ends_with(".csv")) return open_file(options);
    throw BadInput(fmt::format("FEN '{}': {}", printable(options.what), single.error()));
}

std::string problem_title(const compose::Problem& problem, std::size_t number) {
    return problem.name.empty() ? fmt::format("problem {}", number) : printable(problem.name);
}

}  // namespace deepwell::cli
