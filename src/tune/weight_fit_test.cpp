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

TEST(WeightFit, RecoversKnownWeights) {
    Weights truth = default_weights();
    for (HeuristicNumbers& phase : truth.phases) phase[Heuristic::BackRow] = 30;
    const auto batches = synthetic(truth, 300, 200'000);
    const WeightFit fit = fit_weights(batches, default_weights(), {.ridge = 1e-7});
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

TEST(WeightFit, NeedsSamplesInEveryPhase) {
    EXPECT_THROW(fit_weights(synthetic(default_weights(), 300, 500), default_weights()), Error);
}

}  // namespace
}  // namespace deepwell::tune
