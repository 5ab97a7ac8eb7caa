#include "protocol/hub_frame.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "protocol/hub_text.h"

namespace deepwell::protocol {
namespace {

// Read as written, Black may play 9-13; turned, the man stands on 24 and is White's.
const Position Ending = *parse_fen("B:W32:B9");

TEST(HubFrame, TheStartPositionTellsTheFrame) {
    FrameFinder finder;
    EXPECT_EQ(finder.read(Position::start(), "")->position(), Position::start());
    EXPECT_EQ(finder.read(turned(Position::start()), "")->position(), Position::start());
    EXPECT_EQ(finder.read(turned(Position::start()), "11-15 23-19")->moves().size(), 2U);
    // White moves first from there: no pydraughts, but a game all the same.
    EXPECT_EQ(finder.read(turned(Position::start()), "23-19")->initial(),
              turned(Position::start()));
}

TEST(HubFrame, MovesThatFitOneFrameTellIt) {
    FrameFinder finder;
    EXPECT_EQ(finder.read(Ending, "9-13")->initial(), Ending);
    EXPECT_EQ(finder.read(Ending, "24-20")->initial(), turned(Ending));
}

TEST(HubFrame, TheLastFrameFoundIsKept) {
    FrameFinder finder;
    EXPECT_EQ(finder.read(Ending, "")->initial(), Ending);
    ASSERT_TRUE(finder.read(turned(Position::start()), ""));
    EXPECT_EQ(finder.read(Ending, "")->initial(), turned(Ending));
    ASSERT_TRUE(finder.read(Ending, "9-13"));
    EXPECT_EQ(finder.read(Ending, "")->initial(), Ending);
}

TEST(HubFrame, MovesThatFitNoFrameAreRefused) {
    FrameFinder finder;
    EXPECT_FALSE(finder.read(Ending, "1-5"));
    EXPECT_FALSE(finder.read(Position::start(), "11-15 11-15"));
}

TEST(HubFrame, AFixedFrameIsNotArguedWith) {
    FrameFinder standard(Frame::Standard);
    EXPECT_EQ(standard.read(turned(Position::start()), "")->position(), turned(Position::start()));
    EXPECT_FALSE(standard.read(Ending, "24-20"));
    FrameFinder pydraughts(Frame::Pydraughts);
    EXPECT_EQ(pydraughts.read(Position::start(), "")->position(), turned(Position::start()));
    EXPECT_FALSE(pydraughts.read(Ending, "9-13"));
}

TEST(HubFrame, FramesHaveNames) {
    EXPECT_EQ(parse_frame("standard"), Frame::Standard);
    EXPECT_EQ(parse_frame("pydraughts"), Frame::Pydraughts);
    EXPECT_EQ(parse_frame("auto"), std::nullopt);
}

}  // namespace
}  // namespace deepwell::protocol
