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

TEST(GameClock, IsReadInMinutesAndSecondsAMove) {
    const auto now = [] { return 0.0; };
    EXPECT_EQ(parse_clock("5+2", now)->left(Side::White), 300);
    EXPECT_EQ(parse_clock("5+2", now)->increment(), 2);
    EXPECT_EQ(parse_clock("0.5", now)->left(Side::Black), 30);
    EXPECT_EQ(parse_clock("1+0", now)->increment(), 0);
    for (const char* const text :
         {"", "+", "5+", "+5", "0+5", "5+x", "x", "-1", "5 + 2", "nan", "1e99"})
        EXPECT_FALSE(parse_clock(text, now)) << text;
}

}  // namespace deepwell::cli
