#include "proof/leaf_numbers.h"

#include <algorithm>
#include <cmath>

namespace deepwell::proof {

namespace {

constexpr double LeafBase = 4;        // so that factors below 2 show
constexpr double ScoreUnit = 25;      // a quarter of a man doubles a number of 1
constexpr Score FarthestScore = 400;  // beyond four men nothing changes
constexpr double PerPiece = 0.25;
constexpr double KingsFactor = 3;
constexpr double VainFactor = 2;
constexpr double WarningFactor = 2;
constexpr double DrawFactor = 0.5;

// How far a score is from the threshold that would make a win likely.
double distance(Score score, Score threshold) {
    const Score goal = std::min(threshold, FarthestScore);
    return std::clamp<Score>(goal - score, 0, 2 * FarthestScore) / ScoreUnit;
}

Number rounded(double number) {
    return clamp_number(static_cast<std::uint64_t>(std::max(1.0, std::round(number))));
}

}  // namespace

Answer likely_answer(const GraphNode& node, NodeQuestion question, Score threshold) {
    const Answer fact = answer_of(node.known, question);
    if (fact != Answer::Unknown || node.is_expanded || !node.is_searched()) return fact;
    const Score score = question == NodeQuestion::Wins ? node.outlook.score : -node.outlook.score;
    if (threshold == InfiniteThreshold) return Answer::Unknown;
    if (score >= threshold) return Answer::Yes;
    return score <= -threshold ? Answer::No : Answer::Unknown;
}

Numbers leaf_numbers(const GraphNode& node,
                     NodeQuestion question,
                     Score threshold,
                     const NumberTerms& terms) {
    switch (likely_answer(node, question, threshold)) {
        case Answer::Yes:
            return Numbers::yes();
        case Answer::No:
            return Numbers::no();
        case Answer::Unknown:
            break;
    }
    const Score score = question == NodeQuestion::Wins ? node.outlook.score : -node.outlook.score;
    double proof = LeafBase, disproof = LeafBase;
    if (terms.score) {
        proof *= 1 + distance(score, threshold);
        disproof *= 1 + distance(-score, threshold);
    }
    double both = 1;
    if (terms.pieces)
        both +=
            PerPiece * std::max(0, node.position.occupied().count() - terms.database_pieces - 1);
    const bool both_have_kings = node.both_have_kings();
    if (terms.kings && both_have_kings) both *= KingsFactor;
    if (terms.vain && both_have_kings) both *= std::pow(VainFactor, node.attempts.of(question));
    if (terms.warning && node.outlook.warning && !both_have_kings) both *= WarningFactor;
    if (terms.draw && node.outlook.database_draw) disproof *= DrawFactor;
    return {rounded(proof * both), rounded(disproof * both)};
}

}  // namespace deepwell::proof
