#include "tune/match_statistics.h"

#include <cmath>
#include <gtest/gtest.h>

#include "base/random.h"

namespace deepwell::tune {
namespace {

PairCounts counts_of(std::array<std::uint64_t, 5> counts) {
    return {counts};
}

TEST(MatchTally, CountsPairsWhateverTheOrderOfTheirGames) {
    MatchTally tally;
    tally.add(3, Points::Win);
    tally.add(0, Points::Win);
    EXPECT_EQ(tally.pairs().pairs(), 0U);  // neither is whole
    tally.add(1, Points::Draw);
    tally.add(2, Points::Loss);
    EXPECT_EQ(tally.pairs(), counts_of({0, 0, 1, 1, 0}));
    tally.add(4, Points::Loss);
    EXPECT_EQ(tally.games(), 5U);
    EXPECT_EQ(tally.wins(), 2U);
    EXPECT_EQ(tally.draws(), 1U);
    EXPECT_EQ(tally.losses(), 2U);
    EXPECT_DOUBLE_EQ(tally.score(), 0.5);
}

TEST(MatchStatistics, EloAndScoreAreInverse) {
    EXPECT_DOUBLE_EQ(elo_of(0.5), 0);
    EXPECT_NEAR(elo_of(0.75), 190.848, 0.001);  // 400 log10(3)
    EXPECT_NEAR(expected_score(190.848), 0.75, 1e-6);
    EXPECT_NEAR(expected_score(-190.848), 0.25, 1e-6);
    EXPECT_TRUE(std::isinf(elo_of(1)));
    EXPECT_LT(elo_of(0), 0);
}

TEST(MatchStatistics, MomentsByHand) {
    // (2 * 0.25 + 4 * 0.5 + 4 * 0.75) / 10 = 0.55; squares (0.125 + 1 + 2.25) / 10 = 0.3375.
    const PairMoments seen = moments(counts_of({0, 2, 4, 4, 0}));
    EXPECT_DOUBLE_EQ(seen.mean, 0.55);
    EXPECT_NEAR(seen.variance, 0.3375 - 0.3025, 1e-12);
    EXPECT_DOUBLE_EQ(seen.weight, 10);
    // Half a pair of each: (5.5 + 1.25) / 12.5 = 0.54; squares (3.375 + 0.9375) / 12.5 = 0.345.
    const PairMoments cautious = cautious_moments(counts_of({0, 2, 4, 4, 0}));
    EXPECT_DOUBLE_EQ(cautious.mean, 0.54);
    EXPECT_NEAR(cautious.variance, 0.345 - 0.2916, 1e-12);
    EXPECT_DOUBLE_EQ(cautious.weight, 12.5);
}

TEST(MatchStatistics, EloWithErrorByHand) {
    EXPECT_FALSE(estimate_elo({}));
    const auto estimate = estimate_elo(counts_of({0, 2, 4, 4, 0}));
    ASSERT_TRUE(estimate);
    // Error of the mean: sqrt(0.0534 / 10) = 0.073075; 0.55 -+ 1.959964 * 0.073075.
    EXPECT_NEAR(estimate->elo, 34.86, 0.01);
    EXPECT_NEAR(estimate->low, elo_of(0.406775), 0.01);
    EXPECT_NEAR(estimate->high, elo_of(0.693225), 0.01);
    EXPECT_NEAR(estimate->superiority, 0.7531, 0.0005);  // the normal distribution at 0.6842
}

TEST(MatchStatistics, AFewEqualPairsAreNoCertainty) {
    const auto estimate = estimate_elo(counts_of({0, 0, 10, 0, 0}));
    EXPECT_DOUBLE_EQ(estimate->elo, 0);
    EXPECT_LT(estimate->low, -50);
    EXPECT_GT(estimate->high, 50);
    const Sprt sprt{0, 5, 0.05, 0.05};
    EXPECT_EQ(verdict(counts_of({0, 0, 20, 0, 0}), sprt), Verdict::Open);
    // Better by 5 Elo, 3 pairs of 100 would be won: 1000 draws in a row say no.
    EXPECT_EQ(verdict(counts_of({0, 0, 1000, 0, 0}), sprt), Verdict::AcceptElo0);
}

TEST(MatchStatistics, LogLikelihoodRatioByHand) {
    const Sprt sprt{0, 20, 0.05, 0.05};
    EXPECT_NEAR(sprt.upper(), 2.9444, 1e-4);  // log 19
    EXPECT_NEAR(sprt.lower(), -2.9444, 1e-4);
    EXPECT_EQ(log_likelihood_ratio({}, sprt), 0);
    // Scores 0.5 and 0.528751: 12.5 * 0.028751 * (1.08 - 1.028751) / (2 * 0.0534).
    EXPECT_NEAR(log_likelihood_ratio(counts_of({0, 2, 4, 4, 0}), sprt), 0.17245, 1e-4);
    EXPECT_NEAR(log_likelihood_ratio(counts_of({0, 4, 4, 2, 0}), sprt),
                12.5 * 0.028751 * (0.92 - 1.028751) / (2 * 0.0534),
                1e-4);
}

// How often a test of a player of this strength accepts elo1.  `uneven` is the share of pairs that
// are not 1-1; one in five of them is won or lost by two points, the others by one.
double share_accepted(double elo, double uneven, const Sprt& sprt, std::uint64_t seed) {
    constexpr int Tests = 2000;  // the standard error of a share of 0.05 is 0.005
    Random random(seed);
    const double bias = (expected_score(elo) - 0.5) / (0.8 * 0.25 + 0.2 * 0.5) / uneven;
    const auto chance = [&](double p) { return static_cast<double>(random() >> 11) < p * 0x1p53; };
    int accepted = 0;
    for (int i = 0; i < Tests; ++i) {
        PairCounts counts;
        Verdict result = Verdict::Open;
        while (result == Verdict::Open) {
            const std::size_t size = chance(uneven) ? (chance(0.2) ? 2 : 1) : 0;
            ++counts.of_half_points[chance(0.5 + bias / 2) ? 2 + size : 2 - size];
            result = verdict(counts, sprt);
        }
        accepted += result == Verdict::AcceptElo1;
    }
    return static_cast<double>(accepted) / Tests;
}

TEST(MatchStatistics, TheSequentialTestKeepsItsErrorRates) {
    struct Case {
        double uneven;
        double elo1;
    };
    for (const auto& [uneven, elo1] : {Case{0.05, 5}, Case{0.35, 20}, Case{0.7, 20}}) {
        const Sprt sprt{0, elo1, 0.05, 0.05};
        EXPECT_LE(share_accepted(0, uneven, sprt, 1), 0.065) << uneven;
        EXPECT_GE(share_accepted(elo1, uneven, sprt, 2), 0.935) << uneven;
        EXPECT_LE(share_accepted(-elo1, uneven, sprt, 3), 0.01) << uneven;
        const double middle = share_accepted(elo1 / 2, uneven, sprt, 4);
        EXPECT_GT(middle, 0.4) << uneven;
        EXPECT_LT(middle, 0.6) << uneven;
    }
}

}  // namespace
}  // namespace deepwell::tune
