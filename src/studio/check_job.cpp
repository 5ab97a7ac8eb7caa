#include "studio/check_job.h"

#include <fmt/format.h>

#include "board/fen.h"
#include "board/notation.h"
#include "compose/sheet.h"
#include "compose/soundness.h"
#include "eval/evaluators.h"
#include "studio/fields.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

using compose::Solution;
using compose::Verdict;

constexpr double UsualCheckSeconds = 10;

JobPlan plan(const Json& request, const Collections& collections) {
    const Fields fields(request, {"kind", "collection", "problem", "seconds"});
    const auto id = fields.whole("collection", 0, INT64_MAX);
    const Collection collection = collections.get(id);
    Json complete = {{"kind", "check"},
                     {"collection", id},
                     {"seconds", fields.number_or("seconds", 0.1, 3600, UsualCheckSeconds)}};
    if (fields.has("problem"))
        complete["problem"] =
            fields.whole("problem", 1, static_cast<std::int64_t>(collection.problems.size()));
    return {std::move(complete), "Check of " + collection.name};
}

const char* verdict_words(Verdict verdict) {
    switch (verdict) {
        case Verdict::Sound:
            return "Sound: the terms hold, and there is one way only.";
        case Verdict::Cooked:
            return "Cooked: another first move keeps the terms.";
        case Verdict::Dual:
            return "Dual: a second way at a later move of the solver.";
        case Verdict::False:
            return "False: the terms do not hold.";
        case Verdict::Undecided:
            break;
    }
    return "Undecided within the time.";
}

std::string squares_text(Bitboard squares) {
    std::string text;
    for (const Square square : squares)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", square.number());
    return text;
}

Json moves_json(Position position, const std::vector<Move>& moves) {
    Json list = Json::array();
    for (const Move& move : moves) {
        list.push_back(deepwell::to_text(position, move));
        position = play(position, move);
    }
    return list;
}

Json checked_json(const KeptProblem& kept, const Solution& solution, std::size_t number) {
    const Position& position = kept.problem.position;
    return {{"number", number},
            {"fen", to_fen(position)},
            {"title", title_of(kept, number)},
            {"verdict", compose::name(solution.verdict)},
            {"sound", solution.verdict == Verdict::Sound},
            {"report", report_lines(kept.problem, solution)},
            {"label", label_of(solution.value)},
            {"solution", moves_json(position, solution.moves())},
            {"seconds", solution.seconds}};
}

// The numbers of the problems that are to be checked, from 1.
std::vector<std::size_t> chosen(const Json& request, const Collection& collection) {
    if (request.contains("problem")) return {request.at("problem").get<std::size_t>()};
    std::vector<std::size_t> numbers(collection.problems.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i + 1;
    return numbers;
}

std::string summary_of(const Json& problems) {
    std::size_t sound = 0;
    for (const Json& problem : problems)
        if (problem.at("sound")) ++sound;
    return fmt::format("{} of {} problems are sound.", sound, problems.size());
}

JobEnd work(JobContext& context, const Collections& collections, const Knowledge& knowledge) {
    const Json& request = context.request();
    const Collection collection = collections.get(request.at("collection"));
    const auto evaluator = default_evaluator();
    const auto database = knowledge.database();
    compose::Truth truth(*evaluator, database.get(), {});
    const std::vector<std::size_t> numbers = chosen(request, collection);
    Json result = {{"kind", "check"},
                   {"collection", collection.id},
                   {"problems", Json::array()},
                   {"total", numbers.size()}};
    std::vector<compose::SheetProblem> sheet;
    for (const std::size_t number : numbers) {
        const KeptProblem& kept = collection.problems[number - 1];
        const std::string title = title_of(kept, number);
        context.progress().update({.stage = title,
                                   .done = static_cast<double>(sheet.size()),
                                   .total = static_cast<double>(numbers.size()),
                                   .unit = "problems"});
        compose::CheckOptions options;
        options.limits.seconds = request.at("seconds").get<double>();
        options.limits.stop = context.stop();
        truth.clear();
        const Solution solution = compose::check(kept.problem, truth, options);
        if (context.stop().stop_requested())
            return {false, "Stopped; it begins anew when it is resumed."};
        result["problems"].push_back(checked_json(kept, solution, number));
        context.set_result(result);
        sheet.push_back({kept.problem, solution});
    }
    context.set_result(result);
    context.save_file("sheet.html", compose::sheet_of(collection.name, sheet));
    return {true, summary_of(result.at("problems"))};
}

}  // namespace

std::vector<std::string> report_lines(const compose::Problem& problem, const Solution& solution) {
    const Position& position = problem.position;
    std::vector<std::string> lines;
    if (solution.stipulation)
        lines.push_back(compose::stipulation_text(position, *solution.stipulation) + ".");
    lines.emplace_back(verdict_words(solution.verdict));
    if (solution.key) lines.push_back("Key: " + deepwell::to_text(position, *solution.key) + ".");
    if (solution.printed_key_fails) lines.emplace_back("The printed key does not keep the terms.");
    for (const Move& cook : solution.cooks())
        lines.push_back("Cook: " + deepwell::to_text(position, cook) + ".");
    for (const compose::Dual& dual : solution.duals()) {
        const compose::SolutionPly& ply = solution.line[dual.ply];
        lines.push_back(fmt::format("Dual at move {}: {} instead of {}.",
                                    dual.ply + 1,
                                    deepwell::to_text(ply.before, dual.move),
                                    deepwell::to_text(ply.before, ply.move)));
    }
    if (!solution.idle.is_empty())
        lines.push_back("Not needed: the pieces on " + squares_text(solution.idle) + ".");
    if (solution.open > 0) lines.push_back(fmt::format("{} moves are not decided.", solution.open));
    return lines;
}

JobKind check_job(const Collections& collections, const Knowledge& knowledge) {
    return {.name = "check",
            .plan = [&](const Json& request) { return plan(request, collections); },
            .work = [&](JobContext& context) { return work(context, collections, knowledge); }};
}

}  // namespace deepwell::studio
