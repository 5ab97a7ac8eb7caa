#include "eval/chinook.h"

#include <gtest/gtest.h>

#include "board/fen.h"

namespace deepwell {

TEST(Chinook, IsTheWeightedSumOfTheDifferences) {
    const Position position = parse_fen("W:W14,21,28,K30:B1,3,12,20,K23").value();
    const HeuristicValues values = heuristic_values(position);
    Score sum = 0;
    for (const Heuristic h : Heuristics)
        sum += default_weights().phases[3][h] * (values.white[h] - values.black[h]);
    EXPECT_EQ(ChinookEvaluator().evaluate(position), sum);
}

TEST(Chinook, TheStartDiffersOnlyByTheTurn) {
    const HeuristicNumbers& opening = default_weights().phases[0];
    EXPECT_EQ(ChinookEvaluator().evaluate(Position::start()),
              opening[Heuristic::SideToMove] - opening[Heuristic::TheMove]);
}

TEST(Chinook, AManAheadIsAboutAMan) {
    const ChinookEvaluator evaluator;
    const Position ahead = parse_fen("B:W21,22,24-32:B1-12").value();
    EXPECT_GT(evaluator.evaluate(ahead), ManScore / 2);
    EXPECT_LT(evaluator.evaluate(ahead), 2 * ManScore);
}

TEST(Chinook, StaysWithinItsRangeWhateverTheWeights) {
    Weights heavy;
    for (HeuristicNumbers& phase : heavy.phases) phase.numbers.fill(MaxWeight);
    const ChinookEvaluator evaluator(heavy);
    EXPECT_EQ(evaluator.evaluate(parse_fen("B:W:BK10,K11,K14,K15,K18").value()), MaxEvaluation);
    EXPECT_EQ(evaluator.evaluate(parse_fen("W:W:BK10,K11,K14,K15,K18").value()), -MaxEvaluation);
}

TEST(Chinook, AnEmptySideIsNoTrouble) {
    EXPECT_GT(ChinookEvaluator().evaluate(parse_fen("B:W:B1").value()), ManScore);
}

}  // namespace deepwell
