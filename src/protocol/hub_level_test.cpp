#include "protocol/hub_level.h"

#include <gtest/gtest.h>

namespace deepwell::protocol {
namespace {

using namespace std::chrono_literals;
using search::Limits;

Result<Limits> level(const std::string& arguments) {
    return parse_level(*parse_hub_line("level " + arguments));
}

TEST(HubLevel, EachForm) {
    EXPECT_EQ(level("depth=20")->depth, 20);
    EXPECT_EQ(level("nodes=1000000")->nodes, 1000000U);
    EXPECT_EQ(level("move-time=0.25")->move_time, 250ms);
    EXPECT_TRUE(level("infinite")->infinite);
    const Limits clock = *level("moves=9 time=291.587");
    EXPECT_EQ(clock.remaining, 291587ms);
    EXPECT_EQ(clock.moves_to_go, 9);
    EXPECT_EQ(level("time=5 unheard-of=7")->remaining, 5000ms);
}

TEST(HubLevel, TheIncrementIsAddedBeforeTheMove) {
    const Limits limits = *level("time=10 inc=2");
    EXPECT_EQ(limits.remaining, 12s);
    EXPECT_EQ(limits.increment, 2s);
    // pydraughts takes it off first, even if nothing is left.
    EXPECT_EQ(level("time=-1.5 inc=2")->remaining, 500ms);
    EXPECT_EQ(level("time=-3 inc=2")->remaining, 0ms);
}

TEST(HubLevel, NonsenseIsRefused) {
    for (const auto* text : {"depth=0",
                             "depth=x",
                             "depth=1.5",
                             "depth=99999999999999999999",
                             "nodes=-5",
                             "move-time=-1",
                             "move-time=nan",
                             "move-time=inf",
                             "move-time=1e300",
                             "time=1s",
                             "inc=1",
                             "moves=4",
                             "",
                             "moves=0 time=1",
                             "time=1 inc=-1",
                             "unheard-of=1"})
        EXPECT_FALSE(level(text)) << text;
}

TEST(HubLevel, WrittenLevelsAreReadAgain) {
    for (const auto* text : {"level depth=3",
                             "level nodes=77",
                             "level move-time=0.100",
                             "level moves=3 time=1.500 inc=0.500",
                             "level time=9.000",
                             "level infinite"})
        EXPECT_EQ(to_text(level_line(*parse_level(*parse_hub_line(text)))), text);
}

}  // namespace
}  // namespace deepwell::protocol
