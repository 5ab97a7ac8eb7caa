#include "compose/merit.h"

#include <gtest/gtest.h>

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

TEST(Merit, IsTheWeightedSum) {
    Measures measures{};
    measures[0] = 2;
    measures[6] = 1;
    EXPECT_DOUBLE_EQ(merit_of(measures, Weights{{1, 1, 1, 1, 1, 1, -3}}), -1);
}

}  // namespace deepwell::compose
