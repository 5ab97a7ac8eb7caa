#include "cli/game_clock.h"

#include <gtest/gtest.h>

namespace deepwell::cli {

TEST(GameClock, RunsForOneSideAtATimeAndAddsTheIncrement) {
    double now = 100;
    GameClock clock(60, 2, [&now] { return now; });
    now += 50;  // nothing runs yet
    EXPECT_EQ(clock.left(Side::Black), 60);
    clock.start(Side::Black);
    now += 10;
    EXPECT_EQ(clock.left(Side::Black), 50);
    EXPECT_EQ(clock.left(Side::White), 60);
    clock.finish_move();
    EXPECT_EQ(clock.left(Side::Black), 52);
    clock.start(Side::White);
    now += 61;
    EXPECT_EQ(clock.left(Side::White), -1);
    clock.stop();
    now += 5;
    EXPECT_EQ(clock.left(Side::White), -1);
    EXPECT_EQ(clock.left(Side::Black), 52);
}

TEST(GameClock, StartingItAgainLosesNoTime) {
    double now = 0;
    GameClock clock(60, 2, [&now] { return now; });
    clock.start(Side::Black);
    now = 3;
    clock.start(Side::Black);
    now = 5;
    EXPECT_EQ(clock.left(Side::Black), 55);
}

}  // namespace deepwell::cli
