#include "studio/improve_job.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "compose/improve.h"
#include "compose/sheet.h"
#include "compose/solution_pdn.h"
#include "eval/evaluators.h"
#include "studio/check_job.h"
#include "studio/fields.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

using compose::Improvement;
using compose::Method;

constexpr double UsualImproveSeconds = 30;
constexpr double CheckShare = 0.1;  // of the time, for the solution of each candidate

struct Way {
    Method method;
    const char* name;
};
constexpr std::array Ways{Way{Method::Hill, "Hill climbing"},
                          Way{Method::Beam, "Beam search"},
                          Way{Method::Anneal, "Annealing"}};

JobPlan plan(const Json& request, const Collections& collections) {
    const Fields fields(request, {"kind", "collection", "problem", "seconds"});
    const auto id = fields.whole("collection", 0, INT64_MAX);
    const Collection collection = collections.get(id);
    const auto number =
        fields.whole("problem", 1, static_cast<std::int64_t>(collection.problems.size()));
    const auto index = static_cast<std::size_t>(number);
    return {{{"kind", "improve"},
             {"collection", id},
             {"problem", number},
             {"seconds", fields.number_or("seconds", 0.1, 86'400, UsualImproveSeconds)}},
            "Improving " + title_of(collection.problems[index - 1], index)};
}

Json changed_squares(const Position& before, const Position& after) {
    const Bitboard changed((before.black.bits() ^ after.black.bits()) |
                           (before.white.bits() ^ after.white.bits()) |
                           (before.kings.bits() ^ after.kings.bits()));
    Json squares = Json::array();
    for (const Square square : changed) squares.push_back(square.number());
    return squares;
}

std::vector<std::string> change_lines(const Improvement& improvement) {
    std::vector<std::string> lines;
    for (const compose::Step& step : improvement.steps)
        lines.push_back(
            fmt::format("{}: quality {:.4g}", compose::name(step.change), step.quality));
    return lines;
}

Json candidate_json(const Improvement& improvement,
                    const compose::Solution& solution,
                    const char* title) {
    const Position& position = improvement.result.position;
    Json moves = Json::array();
    for (const compose::SolutionPly& ply : solution.line)
        moves.push_back(deepwell::to_text(ply.before, ply.move));
    return {{"fen", to_fen(position)},
            {"title", title},
            {"merit", improvement.after},
            {"changes", change_lines(improvement)},
            {"squares_changed", changed_squares(improvement.original.position, position)},
            {"solution", std::move(moves)},
            {"before", improvement.before},
            {"percent", improvement.percent()},
            {"verdict", compose::name(solution.verdict)},
            {"report", report_lines(improvement.result, solution)}};
}

// Sound ones first, then by merit.
bool is_better(const Json& a, const Json& b) {
    const auto rank = [](const Json& candidate) {
        return std::pair(candidate.at("verdict") == compose::name(compose::Verdict::Sound),
                         candidate.at("merit").get<double>());
    };
    return rank(a) > rank(b);
}

class Improving {
public:
    Improving(JobContext& context, const Collection& collection, const Knowledge& knowledge)
        : context_(context),
          number_(context.request().at("problem")),
          seconds_(context.request().at("seconds")),
          original_(collection.problems[number_ - 1].problem),
          name_(collection.name),
          evaluator_(default_evaluator()),
          database_(knowledge.database()),
          truth_(*evaluator_, database_.get(), {}),
          result_({{"kind", "improve"},
                   {"collection", collection.id},
                   {"problem", number_},
                   {"original", to_fen(original_.position)},
                   {"candidates", Json::array()}}) {}

    JobEnd work() {
        stays_sound_ = is_sound();
        context_.log(stays_sound_ ? "The original is sound; its better versions have to be, too."
                                  : "The original is not known to be sound; nothing is asked "
                                    "of its better versions.");
        for (std::size_t i = 0; i < Ways.size(); ++i) {
            context_.progress().update({.stage = Ways[i].name,
                                        .done = static_cast<double>(i),
                                        .total = static_cast<double>(Ways.size()),
                                        .unit = "methods"});
            if (const auto refused = go(Ways[i]))
                return {true, fmt::format("No better version was looked for: {}.", *refused)};
            if (context_.stop().stop_requested())
                return {false, "Stopped; it begins anew when it is resumed."};
        }
        save();
        const std::size_t count = result_.at("candidates").size();
        if (count == 0) return {true, "Nothing better was found."};
        return {true,
                fmt::format("{} better {}; the best by {:.1f} %.",
                            count,
                            count == 1 ? "version" : "versions",
                            result_.at("candidates").at(0).at("percent").get<double>())};
    }

private:
    compose::EffortLimits limits(double share) const {
        compose::EffortLimits limits;
        limits.seconds = share * seconds_;
        limits.stop = context_.stop();
        return limits;
    }

    bool is_sound() {
        const compose::Solution solution =
            compose::check(original_, truth_, {.limits = limits(CheckShare)});
        return solution.verdict == compose::Verdict::Sound;
    }

    // What is wrong with the original, if anything is.
    std::optional<std::string> go(const Way& way) {
        compose::ImproveOptions options;
        options.method = way.method;
        options.workshop.sound = stays_sound_;
        options.limits = limits((1 - CheckShare * (Ways.size() + 1)) / Ways.size());
        truth_.clear();
        const auto improvement = compose::improve(original_, truth_, options);
        if (!improvement) return improvement.error();
        const std::string fen = to_fen(improvement->result.position);
        Json& candidates = result_["candidates"];
        const bool is_known = std::ranges::any_of(
            candidates, [&](const Json& candidate) { return candidate.at("fen") == fen; });
        if (!improvement->is_improved() || is_known) return std::nullopt;
        truth_.clear();
        const compose::Solution solution =
            compose::check(improvement->result, truth_, {.limits = limits(CheckShare)});
        found_.push_back({improvement->result, solution, way.name});
        candidates.push_back(candidate_json(*improvement, solution, way.name));
        std::stable_sort(candidates.begin(), candidates.end(), is_better);
        context_.set_result(result_);
        return std::nullopt;
    }

    void save() {
        context_.set_result(result_);
        if (found_.empty()) return;
        std::string pdn;
        for (const compose::SheetProblem& problem : found_)
            pdn += to_pdn(compose::pdn_of(problem.problem, problem.solution)) + "\n";
        context_.save_file("candidates.pdn", pdn);
        context_.save_file("sheet.html", compose::sheet_of(name_, found_));
    }

    JobContext& context_;
    std::size_t number_;
    double seconds_;
    compose::Problem original_;
    std::string name_;
    std::shared_ptr<const Evaluator> evaluator_;
    std::shared_ptr<const egdb::Database> database_;
    compose::Truth truth_;
    bool stays_sound_ = false;
    Json result_;
    std::vector<compose::SheetProblem> found_;
};

}  // namespace

JobKind improve_job(const Collections& collections, const Knowledge& knowledge) {
    return {.name = "improve",
            .plan = [&](const Json& request) { return plan(request, collections); },
            .work =
                [&](JobContext& context) {
                    const Collection collection =
                        collections.get(context.request().at("collection"));
                    return Improving(context, collection, knowledge).work();
                }};
}

}  // namespace deepwell::studio
