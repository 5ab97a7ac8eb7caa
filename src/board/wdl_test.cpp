#include "board/wdl.h"

#include <gtest/gtest.h>

namespace deepwell {

TEST(Wdl, IsOrderedFromLossToWin) {
    EXPECT_LT(Wdl::Loss, Wdl::Draw);
    EXPECT_LT(Wdl::Draw, Wdl::Win);
}

TEST(Wdl, IsTheOppositeForTheOtherSide) {
    EXPECT_EQ(-Wdl::Win, Wdl::Loss);
    EXPECT_EQ(-Wdl::Draw, Wdl::Draw);
    EXPECT_EQ(-Wdl::Loss, Wdl::Win);
}

TEST(WdlRange, KnowsNothingAtFirst) {
    const WdlRange unknown;
    EXPECT_EQ(unknown, (WdlRange{Wdl::Loss, Wdl::Win}));
    EXPECT_FALSE(unknown.is_exact());
}

TEST(WdlRange, IsExactWhenOneValueIsLeft) {
    EXPECT_TRUE(WdlRange::exactly(Wdl::Draw).is_exact());
    EXPECT_EQ(WdlRange::exactly(Wdl::Win), (WdlRange{Wdl::Win, Wdl::Win}));
}

TEST(WdlRange, TurnsRoundForTheOtherSide) {
    EXPECT_EQ((-WdlRange{Wdl::Draw, Wdl::Win}), (WdlRange{Wdl::Loss, Wdl::Draw}));
    EXPECT_EQ(-WdlRange{}, WdlRange{});
}

TEST(WdlRange, NarrowsWhenFactsCombine) {
    const WdlRange at_least_draw{Wdl::Draw, Wdl::Win}, at_most_draw{Wdl::Loss, Wdl::Draw};
    EXPECT_EQ(intersect(at_least_draw, at_most_draw), WdlRange::exactly(Wdl::Draw));
    EXPECT_EQ(intersect(at_least_draw, WdlRange{}), at_least_draw);
}

TEST(WdlRangeDeathTest, StopsAtAContradiction) {
    EXPECT_DEATH((void)intersect(WdlRange::exactly(Wdl::Win), WdlRange::exactly(Wdl::Loss)),
                 "CHECK failed");
}

}  // namespace deepwell
