#include "eval/weights.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>

namespace deepwell {

namespace {

std::string line_for_each_but(Heuristic left_out) {
    std::string text;
    for (const Heuristic heuristic : Heuristics)
        if (heuristic != left_out) text += fmt::format("{} 1 2 3 -4\n", name_of(heuristic));
    return text;
}

std::string complaint(const std::string& text) {
    const Result<Weights> weights = parse_weights(text);
    return weights ? "none" : weights.error();
}

}  // namespace

// What a man is worth in a phase is spread over pieces, exchanges and what stands where.
TEST(Weights, AManIsAboutAHundredPointsInTheBuiltInOnes) {
    int sum = 0;
    for (const HeuristicNumbers& phase : default_weights().phases)
        sum += phase[Heuristic::PieceCount];
    EXPECT_NEAR(sum / static_cast<int>(PhaseCount), 100, 15);
}

TEST(Weights, AreReadByNameInAnyOrder) {
    const auto weights =
        parse_weights("  # mine\n\npin\t5 +0 7 -8 # held\r\n" + line_for_each_but(Heuristic::Pin));
    EXPECT_FALSE(weights.has_value()) << "a plus sign is no number";
    const auto right =
        parse_weights("  # mine\n\npin\t5 0 7 -8 # held\r\n" + line_for_each_but(Heuristic::Pin));
    ASSERT_TRUE(right.has_value()) << right.error();
    EXPECT_EQ(right->phases[0][Heuristic::Pin], 5);
    EXPECT_EQ(right->phases[3][Heuristic::Pin], -8);
    EXPECT_EQ(right->phases[3][Heuristic::TheMove], -4);
}

TEST(Weights, FaultsNameTheLine) {
    EXPECT_EQ(complaint("# x\npinn 1 2 3 4\n"), "line 2: no heuristic is called 'pinn'");
    EXPECT_EQ(complaint("pin 1 2 3\n"), "line 1: 'pin' needs 4 numbers, one per phase");
    EXPECT_EQ(complaint("pin 1 2 3 4 5"), "line 1: 'pin' needs 4 numbers, one per phase");
    EXPECT_EQ(complaint("\npin 1 2 x 4"), "line 2: 'x' is no whole number up to 1000");
    EXPECT_EQ(complaint("pin 1 2 1001 4"), "line 1: '1001' is no whole number up to 1000");
    EXPECT_EQ(complaint("pin 1 2 3 1.5"), "line 1: '1.5' is no whole number up to 1000");
    EXPECT_EQ(complaint("pin 1 2 3 4\npin 1 2 3 4\n"), "line 2: 'pin' is given twice");
    EXPECT_EQ(complaint(line_for_each_but(Heuristic::Shadow)),
              "line 21: the end, and 'shadow' is missing");
    EXPECT_EQ(complaint(""), "line 0: the end, and 'piece_count' is missing");
}

TEST(Weights, FaultsQuoteNothingThatCannotBeShown) {
    EXPECT_EQ(complaint(std::string("DWNETWRK\x01\0\0\x7f", 12)), "it is no text file");
    EXPECT_EQ(complaint(std::string(1000, 'x')),
              "line 1: no heuristic is called '" + std::string(40, 'x') + "'");
    EXPECT_EQ(
        complaint("# caf\xc3\xa9\n" + line_for_each_but(Heuristic::Shadow) + "shadow 1 2 3 4"),
        "none");
}

TEST(Heuristic, NamesAreFoundAgain) {
    for (const Heuristic heuristic : Heuristics)
        EXPECT_EQ(heuristic_named(name_of(heuristic)), heuristic);
    EXPECT_EQ(heuristic_named("dog_hole"), std::nullopt);
}

// The appendix of "Reviving the Game of Checkers": 20-24, 14-19, 10-13 and fewer pieces.
TEST(Heuristic, PhasesGoByThePiecesOnTheBoard) {
    EXPECT_EQ(phase_of(24), 0U);
    EXPECT_EQ(phase_of(20), 0U);
    EXPECT_EQ(phase_of(19), 1U);
    EXPECT_EQ(phase_of(14), 1U);
    EXPECT_EQ(phase_of(13), 2U);
    EXPECT_EQ(phase_of(10), 2U);
    EXPECT_EQ(phase_of(9), 3U);
    EXPECT_EQ(phase_of(0), 3U);
}

}  // namespace deepwell
