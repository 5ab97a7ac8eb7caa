#include "compose/workshop.h"

#include <cmath>

#include "board/movegen.h"
#include "compose/figure2.h"
#include "compose/solver.h"

namespace deepwell::compose {

using proof::Answer;
using proof::Budget;

namespace {

constexpr std::size_t DefencesForVariety = 60;  // plies

}  // namespace

Workshop::Workshop(const Problem& original,
                   std::optional<Move> key,
                   const WorkshopOptions& options,
                   Truth& truth,
                   Effort& effort)
    : original_(original),
      key_(key),
      options_(options),
      solver_(solver_of(original.position, *original.stipulation)),
      truth_(truth),
      effort_(effort) {}

double Workshop::mark_of(const Position& position) const {
    return figure2_mark(position, solver_);
}

std::vector<Candidate> Workshop::candidates(const Position& position, Change change) const {
    return compose::candidates(
        position,
        change,
        options_.constraints,
        [this](const Position& changed) { return mark_of(changed); },
        mark_of(position));
}

Problem Workshop::changed(const Position& position) const {
    return {.name = original_.name, .position = position, .stipulation = original_.stipulation};
}

// Proven, not searched: what is not proven within the nodes is refused.
bool Workshop::has_result(const Position& position) {
    const auto [found, is_new] = results_.try_emplace(position, false);
    if (!is_new) return found->second;
    ++tried_;
    const bool is_draw = *original_.stipulation == Wdl::Draw;
    const auto answer = [&](Side attacker) {
        Budget whole = effort_.share(1);
        Budget budget(whole, options_.proof_nodes);
        const Answer given = truth_.ask(position, attacker, budget);
        effort_.charge(whole.spent());
        return given;
    };
    found->second = is_draw ? answer(other(solver_)) == Answer::No && answer(solver_) == Answer::No
                            : answer(solver_) == Answer::Yes;
    if (!found->second) ++refused_;
    return found->second;
}

bool Workshop::keeps_key(const Position& position) {
    if (!key_ || !legal_moves(position).contains(*key_)) return false;
    Budget whole = effort_.share(1);
    Budget budget(whole, options_.proof_nodes);
    const bool is_draw = *original_.stipulation == Wdl::Draw;
    const Answer answer =
        truth_.ask(play(position, *key_), is_draw ? other(solver_) : solver_, budget);
    effort_.charge(whole.spent());
    return answer == (is_draw ? Answer::No : Answer::Yes);
}

Solution Workshop::solution_of(const Position& position, bool in_full) {
    EffortLimits limits{
        .seconds = std::nullopt, .nodes = options_.check_nodes, .stop = effort_.stop()};
    if (std::isfinite(effort_.seconds_left())) limits.seconds = effort_.seconds_left();
    CheckOptions options{
        .limits = limits, .wants_idle = in_full, .tree_plies = in_full ? DefencesForVariety : 0};
    Solution solution = check(changed(position), truth_, options);
    effort_.charge(solution.nodes);
    return solution;
}

std::optional<double> Workshop::modern_quality(const Position& position) {
    const Solution solution = solution_of(position, true);
    if (!solution.stipulation || solution.line.empty()) return std::nullopt;
    if (options_.sound && solution.verdict != Verdict::Sound) return std::nullopt;
    return merit_of(measures_of(changed(position), solution, truth_, effort_), options_.weights);
}

std::optional<double> Workshop::quality_of(const Position& position, double least) {
    const bool is_paper = options_.merit == MeritKind::Paper;
    const double mark = is_paper ? mark_of(position) : 0;
    if (is_paper && mark <= least) return std::nullopt;
    if (!is_possible(position) || !has_result(position)) return std::nullopt;
    if (options_.keep_key && !keeps_key(position)) return std::nullopt;
    if (!is_paper) {
        const auto quality = modern_quality(position);
        return quality && *quality > least ? quality : std::nullopt;
    }
    if (!options_.sound) return mark;
    const auto [found, is_new] = soundness_.try_emplace(position, false);
    if (is_new) found->second = solution_of(position, false).verdict == Verdict::Sound;
    return found->second ? std::optional(mark) : std::nullopt;
}

}  // namespace deepwell::compose
