#include "tune/ending_trainer.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "board/random_position.h"
#include "eval/network_evaluator.h"

namespace deepwell::tune {
namespace {

constexpr Score Won = 28'000;

// Endings in which whoever has more kings wins.
std::vector<SampleBatch> kings_decide(std::size_t count) {
    Random random(7);
    SampleBatch batch;
    while (batch.samples.size() < count) {
        const Position p = random_position(random, 7 + static_cast<int>(random.below(2)), 2);
        const int ahead = p.kings_of(p.side).count() - p.kings_of(other(p.side)).count();
        const Wdl value = ahead > 0 ? Wdl::Win : ahead < 0 ? Wdl::Loss : Wdl::Draw;
        batch.samples.push_back({p, static_cast<int>(value) * Won, value, true});
    }
    return {batch};
}

EndingTrainOptions with_teacher() {
    EndingTrainOptions options;
    options.teacher = std::make_shared<Network>();  // to it all is even
    options.epochs = 20;
    options.learning_rate = 0.01;
    return options;
}

TEST(EndingTrainer, LearnsTheTruthAndDoesSoTheSameEachTime) {
    if (2 * MenPerSide < EndingNetwork::MostPieces) GTEST_SKIP() << "the board is too small";
    const auto samples = kings_decide(20'000);
    EndingTrainOptions options = with_teacher();
    options.truth_share = 1;
    double first_loss = 0;
    double last_loss = 0;
    const EndingTrainResult result =
        train_endings(samples, options, {}, [&](const TrainState& state) {
            if (state.epoch == 1) first_loss = state.loss_held_out;
            last_loss = state.loss_held_out;
        });
    EXPECT_LT(last_loss, first_loss);
    EXPECT_LT(last_loss, 0.25);
    EXPECT_NEAR(result.loss, last_loss, 0.02);
    EXPECT_LT(result.loss, result.loss_of_teacher);
    const EndingTrainResult again = train_endings(samples, options, {}, [](const TrainState&) {});
    EXPECT_EQ(*again.network, *result.network);
}

TEST(EndingTrainer, WithoutTruthItSaysWhatTheTeacherSays) {
    if (2 * MenPerSide < EndingNetwork::MostPieces) GTEST_SKIP() << "the board is too small";
    const auto samples = kings_decide(5'000);
    EndingTrainOptions options = with_teacher();
    options.truth_share = 0;
    // Two logits for whoever is to move: 56 points of the teacher, 76 of a search.
    auto teacher = std::make_shared<Network>();
    for (auto& head : teacher->heads) head.last_bias = 56;
    options.teacher = teacher;
    const auto result = train_endings(samples, options, {}, [](const TrainState&) {});
    const NetworkEvaluator stored(options.teacher, result.network);
    for (const Sample& sample : samples[0].samples)
        ASSERT_NEAR(stored.evaluate(sample.position), 76, 15);
}

TEST(EndingTrainer, OtherPositionsAreLeftOut) {
    Random random(8);
    SampleBatch batch;
    for (int i = 0; i < 5'000; ++i)
        batch.samples.push_back({random_position(random, 4, 2), 0, Wdl::Draw, true});
    EXPECT_THROW(train_endings({batch}, with_teacher(), {}, [](const TrainState&) {}), Error);
}

}  // namespace
}  // namespace deepwell::tune
