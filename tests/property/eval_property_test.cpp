// The evaluation is fair: what it says of a position it says of the turned one too.  And every
// kernel says the same.

#include <gtest/gtest.h>

#include "eval/chinook.h"
#include "property/random_positions.h"

namespace deepwell {

namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr int PositionCount = 100'000;

AssertionResult is_fair(const Position& position) {
    static const ChinookEvaluator Evaluator;
    static const ChinookEvaluator Portable(default_weights(), Kernel::Portable);
    const HeuristicValues values = heuristic_values(position);
    const HeuristicValues twin = heuristic_values(turned(position));
    for (const Heuristic h : Heuristics)
        if (values.black[h] != twin.white[h] || values.white[h] != twin.black[h])
            return AssertionFailure() << name_of(h) << " differs in the turned position";
    const Score score = Evaluator.evaluate(position);
    if (score != Evaluator.evaluate(turned(position)))
        return AssertionFailure() << "the turned position has another value";
    if (score != Portable.evaluate(position)) return AssertionFailure() << "kernels differ";
    return AssertionSuccess();
}

}  // namespace

TEST(EvaluationProperty, TurnedPositionsOfRandomGamesAreWorthTheSame) {
    RandomPlay game;
    for_random_positions(
        1991, PositionCount, [&](Random& random) { return game.next(random); }, is_fair);
}

TEST(EvaluationProperty, AnyTurnedPlacementIsWorthTheSame) {
    for_random_positions(1992, PositionCount, random_placement, is_fair);
    for_random_positions(1993, PositionCount / 4, king_heavy_placement, is_fair);
}

}  // namespace deepwell
