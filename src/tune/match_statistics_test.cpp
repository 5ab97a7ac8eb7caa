#include "tune/match_statistics.h"

#include <gtest/gtest.h>

namespace deepwell::tune {
TEST(MatchStatistics, AnEvenScoreIsNoAdvantage) {
    EXPECT_EQ(elo_of(0.5), 0);
}
}  // namespace deepwell::tune
