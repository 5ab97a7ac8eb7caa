#include "compose/merit.h"

#include <gtest/gtest.h>
#include <set>

#include "board/fen.h"
#include "compose/soundness.h"
#include "eval/evaluators.h"

namespace deepwell::compose {

TEST(Weights, AreReadFromLines) {
    const auto weights = parse_weights("# mine\nlength 2.5\n\nfaults -1 # few\n");
    ASSERT_TRUE(weights) << weights.error();
    EXPECT_EQ(weights->values[static_cast<std::size_t>(Measure::Length)], 2.5);
    EXPECT_EQ(weights->values[static_cast<std::size_t>(Measure::Faults)], -1);
    EXPECT_EQ(weights->values[static_cast<std::size_t>(Measure::Economy)],
              Weights{}.values[static_cast<std::size_t>(Measure::Economy)]);
}

TEST(Weights, OfNonsenseAreRefused) {
    EXPECT_EQ(parse_weights("beauty 3").error(), "line 1: there is no measure 'beauty'");
    EXPECT_EQ(parse_weights("\nlength").error(), "line 2: one number expected after 'length'");
    EXPECT_EQ(parse_weights("length 2 3").error(), "line 1: one number expected after 'length'");
}

namespace {

class MeasuresTest : public testing::Test {
protected:
    double measured(const char* fen, Measure measure) {
        const Problem problem{.name = "", .position = *parse_fen(fen), .stipulation = std::nullopt};
        truth.clear();
        const Solution solution = check(problem, truth, {.limits = {.nodes = 300'000}});
        Effort effort({.nodes = 300'000});
        return measures_of(problem, solution, truth, effort)[static_cast<std::size_t>(measure)];
    }

    std::shared_ptr<const Evaluator> evaluator = default_evaluator();
    Truth truth{*evaluator, nullptr, {.table_bytes = std::size_t{16} << 20}};
};

//     .  b1 .  .  .  .  .  .      1-6! and the man is taken: 14-9 6x13 or 14-10 6x15.
//     .  .  .  .  .  .  .  .
//     .  .  .  .  .  .  .  .
//     .  .  w14.  .  .  .  .
constexpr const char* Opposition = "B:W14:B1";

//     13 .  .  .  .  .  .  .      22x13 takes the last man; 25 looks on.
//     .  b17.  .  .  .  .  .
//     .  .  w22.  .  .  .  .
//     .  w25.  .  .  .  .  .
constexpr const char* OneLooksOn = "W:W22,25:B17";

}  // namespace

TEST_F(MeasuresTest, EconomyCountsPiecesAndIdleOnesThreeTimesMore) {
    EXPECT_EQ(measured(Opposition, Measure::Economy), 2);
    EXPECT_EQ(measured(OneLooksOn, Measure::Economy), 3 + 3);
}

TEST_F(MeasuresTest, LengthIsThatOfTheMainLine) {
    EXPECT_EQ(measured(Opposition, Measure::Length), 3);
    EXPECT_EQ(measured(OneLooksOn, Measure::Length), 1);
}

TEST_F(MeasuresTest, AKeyIsQuietIfItNeitherJumpsNorForcesAJump) {
    EXPECT_EQ(measured(Opposition, Measure::QuietKey), 1);
    EXPECT_EQ(measured(OneLooksOn, Measure::QuietKey), 0);
}

TEST_F(MeasuresTest, VarietyCountsTheAnswersThatDefencesNeed) {
    EXPECT_EQ(measured(Opposition, Measure::Variety), 2);
    EXPECT_EQ(measured(OneLooksOn, Measure::Variety), 0);
}

// 18x9 and 17x10 both take the last man.
TEST_F(MeasuresTest, FaultsCountCooks) {
    EXPECT_EQ(measured(Opposition, Measure::Faults), 0);
    EXPECT_EQ(measured("W:WK17,K18:B14", Measure::Faults), 1);
}

// What wins a man in two plies surprises nobody.
TEST_F(MeasuresTest, SurpriseCountsTheMovesThatAShortLookPrefers) {
    EXPECT_EQ(measured(Opposition, Measure::Surprise), 0);
}

TEST(Measure, HasAMeaning) {
    std::set<std::string> meanings;
    for (const Measure measure : AllMeasures) meanings.insert(meaning(measure));
    EXPECT_EQ(meanings.size(), MeasureCount);
    EXPECT_STREQ(meaning(Measure::Length), "plies of the main line, at most 40");
}

TEST(Merit, IsTheWeightedSum) {
    Measures measures{};
    measures[0] = 2;
    measures[6] = 1;
    EXPECT_DOUBLE_EQ(merit_of(measures, Weights{{1, 1, 1, 1, 1, 1, -3}}), -1);
}

}  // namespace deepwell::compose
