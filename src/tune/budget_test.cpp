#include "tune/budget.h"

#include <gtest/gtest.h>

namespace deepwell::tune {
namespace {

using namespace std::chrono_literals;

Budget budget(std::string_view name, std::string_view value) {
    return *with_limit({}, name, value);
}

TEST(Budget, LimitsAreReadAndWritten) {
    EXPECT_EQ(budget("time", "0.25").move_time, 250ms);
    EXPECT_EQ(budget("clock", "60+0.5").clock, (GameClock{60s, 500ms}));
    EXPECT_EQ(budget("clock", "5m+3").clock, (GameClock{300s, 3s}));
    EXPECT_EQ(budget("clock", "90").clock, (GameClock{90s, 0s}));
    EXPECT_EQ(budget("nodes", "5000").nodes, 5000U);
    EXPECT_EQ(budget("depth", "9").depth, 9);
    for (const auto* text : {"time=0.25", "clock=60+0.5", "nodes=5000", "depth=9"}) {
        const std::string_view word = text;
        const std::size_t equals = word.find('=');
        EXPECT_EQ(to_text(budget(word.substr(0, equals), word.substr(equals + 1))), text);
    }
}

TEST(Budget, NonsenseIsNamed) {
    EXPECT_EQ(with_limit({}, "time", "fast").error(),
              "time: 'fast' is not a number from 0.001 to 86400");
    EXPECT_EQ(with_limit({}, "nodes", "0").error(),
              "nodes: '0' is not a whole number from 1 to 1000000000000");
    for (const auto* value : {"", "+1", "0", "0+1", "5m+", "1+2+3", "-5", "nan", "1e99"})
        EXPECT_FALSE(with_limit({}, "clock", value)) << value;
    for (const auto* value : {"", "1.5", "101", "-1", "3 "})
        EXPECT_FALSE(with_limit({}, "depth", value)) << value;
    EXPECT_FALSE(is_limit("hash"));
}

TEST(SideClock, AMoveTimeIsTheSameForEveryMove) {
    SideClock clock(budget("time", "0.1"));
    clock.spend(0.09);
    EXPECT_EQ(clock.limits().move_time, 100ms);
    EXPECT_DOUBLE_EQ(*clock.allowed(), 0.1);
    EXPECT_FALSE(clock.limits().remaining);
}

TEST(SideClock, AGameClockRunsDownAndGainsItsIncrement) {
    SideClock clock(budget("clock", "10+2"));
    EXPECT_EQ(clock.limits().remaining, 10s);
    EXPECT_EQ(clock.limits().increment, 2s);
    clock.spend(3);
    EXPECT_DOUBLE_EQ(*clock.allowed(), 9);
    clock.spend(9.01);  // within the referee's margin
    EXPECT_DOUBLE_EQ(*clock.allowed(), 2);
}

TEST(SideClock, NodesAndDepthTakeTheirTime) {
    const SideClock clock(budget("nodes", "100"));
    EXPECT_FALSE(clock.allowed());
    EXPECT_EQ(clock.limits().nodes, 100U);
}

}  // namespace
}  // namespace deepwell::tune
