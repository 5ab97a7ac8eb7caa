#include "compose/improve.h"

#include <algorithm>
#include <cmath>

namespace deepwell::compose {

namespace {

// The original is looked at with so much of the whole.
constexpr double OriginalShare = 0.25;

EffortLimits limits_for_original(const EffortLimits& whole) {
    EffortLimits limits = whole;
    if (limits.seconds) limits.seconds = *limits.seconds * OriginalShare;
    if (limits.nodes)
        limits.nodes =
            static_cast<std::uint64_t>(static_cast<double>(*limits.nodes) * OriginalShare);
    return limits;
}

std::optional<std::string> reason_not_to_improve(const Solution& solution,
                                                 const ImproveOptions& options) {
    if (solution.verdict == Verdict::False) return "its stipulation is false";
    if (!solution.stipulation || !solution.value.is_exact())
        return "its result is not proven within the budget";
    if (options.workshop.sound && solution.verdict != Verdict::Sound)
        return std::string("it is not sound itself (") + name(solution.verdict) + ")";
    if (options.workshop.keep_key && !solution.key) return "it has no key that could be kept";
    return std::nullopt;
}

Trail search(Workshop& workshop, const Trail& start, const ImproveOptions& options) {
    switch (options.method) {
        case Method::Beam:
            return beam(workshop, start, {.seed = options.seed});
        case Method::Anneal:
            return anneal(workshop, start, {.seed = options.seed});
        case Method::Hill:
            break;
    }
    return climb(workshop, start);
}

}  // namespace

double Improvement::percent() const {
    const double base = std::max(1.0, std::abs(before));
    return 100 * (after - before) / base;
}

Result<Improvement> improve(const Problem& problem, Truth& truth, const ImproveOptions& options) {
    truth.clear();
    Effort effort(options.limits);
    const Solution solution = check(
        problem,
        truth,
        {.limits = limits_for_original(options.limits), .wants_idle = false, .tree_plies = 0});
    effort.charge(solution.nodes);
    if (const auto reason = reason_not_to_improve(solution, options)) return Failure{*reason};
    Improvement improvement{.original = problem, .result = problem};
    improvement.original.stipulation = solution.stipulation;
    WorkshopOptions made = options.workshop;
    made.constraints.most_pieces = std::min(
        made.constraints.most_pieces, problem.position.occupied().count() + options.more_pieces);
    Workshop workshop(improvement.original, solution.key, made, truth, effort);
    const auto quality = workshop.quality_of(problem.position, -1e9);
    if (!quality) return Failure{"it does not pass the checks of its own changes"};
    const Trail found =
        search(workshop, {.position = problem.position, .quality = *quality}, options);
    improvement.result = {
        .name = problem.name, .position = found.position, .stipulation = solution.stipulation};
    improvement.before = *quality;
    improvement.after = found.quality;
    improvement.steps = found.steps;
    improvement.tried = workshop.tried();
    improvement.refused = workshop.refused();
    improvement.nodes = effort.spent();
    improvement.seconds = effort.seconds();
    improvement.is_stopped = effort.is_stopped();
    return improvement;
}

}  // namespace deepwell::compose
