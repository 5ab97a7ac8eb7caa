#include "base/random.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>

namespace deepwell {

// The published reference code (prng.di.unimi.it: xoshiro256starstar.c, seeded by splitmix64.c)
// gives these words for seed 0.
TEST(Random, IsXoshiroSeededBySplitmix) {
    constexpr std::array<std::uint64_t, 4> Expected{
        0x99ec5f36cb75f2b4U, 0xbf6e1f784956452aU, 0x1a5f849d4933e6e0U, 0x6aa594f1262d2d2cU};
    Random random(0);
    for (const std::uint64_t word : Expected) EXPECT_EQ(random(), word);
}

TEST(Random, RepeatsItselfFromTheSameSeed) {
    Random first(7), second(7), third(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto draw = first();
        EXPECT_EQ(draw, second());
        differs |= draw != third();
    }
    EXPECT_TRUE(differs);
}

TEST(Random, FillsTheWholeRangeOfItsType) {
    EXPECT_EQ(Random::min(), 0U);
    EXPECT_EQ(Random::max(), ~std::uint64_t{0});
}

// With six values and 60,000 draws a count is 10,000 give or take 91 (one standard deviation).
TEST(Random, DrawsBelowABoundEvenly) {
    Random random(1);
    std::array<int, 6> counts{};
    for (int i = 0; i < 60'000; ++i) ++counts.at(random.below(6));
    for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Random, DrawsZeroBelowOne) {
    Random random(2);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0U);
}

// Just above 2^31 nearly half of all draws lie in the short last group and are thrown away.
TEST(Random, StaysBelowABoundThatFitsBadly) {
    constexpr std::uint32_t Bound = (1U << 31) + 1;
    Random random(3);
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(Bound), Bound);
}

TEST(Random, ComesTrueOnceInNTimes) {
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 40'000; ++i) hits += random.one_in(4);
    EXPECT_NEAR(hits, 10'000, 500);
}

TEST(RandomDeathTest, HasNothingBelowZero) {
    EXPECT_DEATH((void)Random(5).below(0), "CHECK failed: bound > 0");
}

}  // namespace deepwell
