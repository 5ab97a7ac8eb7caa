#include "tune/weight_fit.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "board/movegen.h"
#include "eval/chinook.h"

namespace deepwell::tune {
namespace {

// Positions of random games with results drawn by chance, as the evaluation with `truth` says.
std::vector<SampleBatch> synthetic(const Weights& truth, double scale, std::size_t count) {
    const ChinookEvaluator evaluator(truth);
    Random random(5);
    SampleBatch batch;
    Position position = Position::start();
    for (int ply = 0; batch.samples.size() < count; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty() || ply > 100) {
            position = Position::start();
            ply = 0;
            continue;
        }
        const double worth = 1 / (1 + std::exp(-evaluator.evaluate(position) / scale));
        const bool won = random.below(1'000'000) < worth * 1e6;
        batch.samples.push_back({position, 0, won ? Wdl::Win : Wdl::Loss, true});
        position = play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return {batch};
}

Weights simple_weights(int back_row) {
    Weights weights;
    for (HeuristicNumbers& phase : weights.phases) {
        phase[Heuristic::PieceCount] = 100;
        phase[Heuristic::KingCount] = 30;
        phase[Heuristic::SafeMoves] = 3;
        phase[Heuristic::BackRow] = back_row;
    }
    return weights;
}

TEST(WeightFit, RecoversKnownWeights) {
    const Weights truth = simple_weights(30);
    const auto batches = synthetic(truth, 300, 200'000);
    const FittedWeights fit = fit_weights(batches, simple_weights(0), {.ridge = 1e-7});
    for (std::size_t phase = 0; phase < PhaseCount; ++phase) {
        EXPECT_NEAR(fit.weights.phases[phase][Heuristic::BackRow], 30, 12) << "phase " << phase;
        EXPECT_LT(fit.phases[phase].loss_after, fit.phases[phase].loss_before);
    }
    // Some heuristics say nearly the same, so that only their sum is certain.
    const ChinookEvaluator found(fit.weights);
    const ChinookEvaluator wanted(truth);
    double difference = 0;
    for (const Sample& sample : batches[0].samples)
        difference += std::abs(found.evaluate(sample.position) * 300 / fit.scale -
                               wanted.evaluate(sample.position));
    EXPECT_LT(difference / 200'000, 16);
}

// All samples of one game are on one side: as the first of a hundred games it is held out.
TEST(WeightFit, HoldsOutWholeGames) {
    auto batches = synthetic(simple_weights(5), 300, 20'000);
    for (Sample& sample : batches[0].samples) sample.opens_game = false;
    batches[0].samples[0].opens_game = true;
    EXPECT_THROW(fit_weights(batches, simple_weights(5), {.held_out_in_100 = 10}), Error);
    const FittedWeights fit = fit_weights(batches, simple_weights(5), {.held_out_in_100 = 0});
    std::uint64_t learned = 0;
    for (const PhaseFit& phase : fit.phases) learned += phase.samples;
    EXPECT_EQ(learned, 20'000U);
}

TEST(WeightFit, NeedsSamplesInEveryPhase) {
    EXPECT_THROW(fit_weights(synthetic(simple_weights(5), 300, 500), simple_weights(5)), Error);
}

}  // namespace
}  // namespace deepwell::tune
