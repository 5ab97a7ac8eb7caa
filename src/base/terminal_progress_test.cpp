#include "base/terminal_progress.h"

#include <gtest/gtest.h>

namespace deepwell {

TEST(TerminalProgress, SaysHowFarHowFastAndHowLong) {
    EXPECT_EQ(progress_text({"4 v 2", 25e6, 100e6, "positions", 0}, 5),
              "4 v 2: 25 %, 25.00 million positions, 5.00 million/s, 15.0 s left");
}

TEST(TerminalProgress, WithoutATotalOnlyTheRate) {
    EXPECT_EQ(progress_text({"search", 1000, 0, "nodes", 0}, 10), "search: 1000 nodes, 100/s");
}

TEST(TerminalProgress, TheRateOfTheWorkOutweighsTheAverage) {
    EXPECT_EQ(progress_text({"x", 10, 20, "games", 5}, 100), "x: 50 %, 10 games, 5/s, 2.0 s left");
}

TEST(TerminalProgress, DurationsReadWell) {
    EXPECT_EQ(duration_text(1.23), "1.2 s");
    EXPECT_EQ(duration_text(601), "11 min");
    EXPECT_EQ(duration_text(7260), "2 h 1 min");
}

TEST(TerminalProgress, AmountsReadWell) {
    EXPECT_EQ(amount_text(950), "950");
    EXPECT_EQ(amount_text(12'345), "12.3 thousand");
    EXPECT_EQ(amount_text(4.5e9), "4.50 billion");
}

}  // namespace deepwell
