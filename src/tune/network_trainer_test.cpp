#include "tune/network_trainer.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "board/movegen.h"
#include "eval/network_evaluator.h"

namespace deepwell::tune {
namespace {

// Positions of random games; who has more pieces has won.
std::vector<SampleBatch> material_decides(std::size_t count) {
    Random random(11);
    SampleBatch batch;
    Position position = Position::start();
    for (int ply = 0; batch.samples.size() < count; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty() || ply > 80) {
            position = Position::start();
            ply = 0;
            continue;
        }
        const int ahead = position.own().count() - position.enemy().count();
        const Wdl result = ahead > 0 ? Wdl::Win : ahead < 0 ? Wdl::Loss : Wdl::Draw;
        batch.samples.push_back({position, 0, result, true});
        position = play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return {batch};
}

TEST(NetworkTrainer, LearnsToCountAndDoesSoTheSameEachTime) {
    const auto samples = material_decides(20'000);
    TrainOptions options;
    options.epochs = 3;
    options.score_scale = 100;
    double last_loss = 10;
    const auto falls = [&](const TrainState& state) {
        EXPECT_LT(state.loss_held_out, last_loss);
        last_loss = state.loss_held_out;
    };
    const TrainResult result = train_network(samples, options, {}, falls);
    EXPECT_LT(last_loss, 0.45);  // 0.69 knows nothing; draws alone leave 0.2 to 0.3
    EXPECT_NEAR(result.loss_in_integers, last_loss, 0.01);
    const NetworkEvaluator evaluator(result.network);
    Position position = Position::start();
    position.white = position.white - Bitboard::of(Square::from_index(SquareCount - 2));
    EXPECT_GT(evaluator.evaluate(position), 20);

    const TrainResult again = train_network(samples, options, {}, [](const TrainState&) {});
    EXPECT_EQ(*again.network, *result.network);
}

TEST(NetworkTrainer, GoesOnWhereANetworkWas) {
    const auto samples = material_decides(20'000);
    TrainOptions options;
    options.epochs = 2;
    double scratch = 0;
    const TrainResult first = train_network(
        samples, options, {}, [&](const TrainState& state) { scratch = state.loss_held_out; });
    options.from = first.network;
    options.learning_rate = 1e-9;  // stays what it was
    double kept = 0;
    train_network(
        samples, options, {}, [&](const TrainState& state) { kept = state.loss_held_out; });
    EXPECT_NEAR(kept, scratch, 0.01);
    options.learning_rate = 0.0005;
    double better = 0;
    train_network(
        samples, options, {}, [&](const TrainState& state) { better = state.loss_held_out; });
    EXPECT_LT(better, kept);
}

// However often a position came, it is learned once.
TEST(NetworkTrainer, LearnsNothingNewFromTheSameGamesAgain) {
    const auto samples = material_decides(20'000);
    TrainOptions options;
    options.epochs = 1;
    const auto nobody = [](const TrainState&) {};
    const TrainResult once = train_network(samples, options, {}, nobody);
    const TrainResult twice = train_network({samples[0], samples[0]}, options, {}, nobody);
    EXPECT_EQ(twice.positions, once.positions);
    EXPECT_EQ(*twice.network, *once.network);
}

TEST(NetworkTrainer, RefusesAHandfulOfSamples) {
    EXPECT_THROW(train_network(material_decides(10), {}, {}, [](const TrainState&) {}), Error);
}

}  // namespace
}  // namespace deepwell::tune
