// The Hub client against programs that behave well and badly (fake_engine.py).

#include "protocol/hub_client.h"

#include <csignal>
#include <gmock/gmock.h>

#include "base/stopwatch.h"
#include "board/fen.h"
#include "board/notation.h"

namespace deepwell::protocol {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto Patience = 5s;

search::Limits to_depth(int depth) {
    search::Limits limits;
    limits.depth = depth;
    return limits;
}

const search::Limits TenthOfASecond = [] {
    search::Limits limits;
    limits.move_time = 100ms;
    return limits;
}();

class HubClientTest : public testing::Test {
protected:
    HubClientTest() { std::signal(SIGPIPE, SIG_IGN); }

    static HubClientOptions options_for(const std::string& how) {
        HubClientOptions options;
        options.command = std::string("python3 \"") + FAKE_ENGINE + "\" " + how;
        return options;
    }

    static HubClient started(const std::string& how) {
        auto client = HubClient::start(options_for(how));
        if (const auto* fault = std::get_if<HubFault>(&client))
            throw std::runtime_error(fault->message);
        return std::get<HubClient>(std::move(client));
    }

    static HubReply reply_to(const std::string& how,
                             std::chrono::milliseconds patience = Patience) {
        HubClient client = started(how);
        return client.think(Game(), TenthOfASecond, patience);
    }

    static HubFault fault_of(const std::string& how,
                             std::chrono::milliseconds patience = Patience) {
        return std::get<HubFault>(reply_to(how, patience));
    }
};

TEST_F(HubClientTest, AGoodProgramAnswers) {
    HubClient client = started("good");
    EXPECT_EQ(client.name(), "Fake 1.0");
    EXPECT_THAT(client.parameters(), testing::ElementsAre("threads"));
    EXPECT_FALSE(client.new_game());
    EXPECT_FALSE(client.ping());
    for (int i = 0; i < 3; ++i) {
        const auto reply = std::get<HubMove>(client.think(Game(), TenthOfASecond, Patience));
        EXPECT_EQ(to_hub(reply.move), "11-15");
        ASSERT_TRUE(reply.ponder);
        EXPECT_EQ(to_hub(*reply.ponder), "22-18");
        EXPECT_EQ(reply.info.depth, 7);
        EXPECT_EQ(reply.info.score, -0.25);
        EXPECT_EQ(reply.info.nodes, 1234567);
        EXPECT_EQ(reply.info.pv, "11-15 22-18 15x22x18");
    }
    client.quit();
    EXPECT_TRUE(client.ping());
}

TEST_F(HubClientTest, AGuessMayBeMissingOrNonsense) {
    for (const auto* how : {"no-ponder", "nonsense-ponder"})
        EXPECT_FALSE(std::get<HubMove>(reply_to(how)).ponder);
}

TEST_F(HubClientTest, TellsParametersPositionAndLevel) {
    HubClientOptions options = options_for("echo");
    options.parameters = {{"threads", "2"}, {"egdb", ""}};
    auto client = std::get<HubClient>(HubClient::start(options));
    Game game;
    for (const auto* move : {"9-14", "22-18"}) game.play(*parse_move(game.position(), move));
    search::Limits clock;
    clock.remaining = 3s;
    clock.increment = 500ms;
    clock.moves_to_go = 7;
    const auto reply = std::get<HubMove>(client.think(game, clock, Patience));
    EXPECT_EQ(reply.info.pv,
              "hub|set-param name=threads value=2|set-param name=egdb value=''|init|"
              "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves='9-14 22-18'|"
              "level moves=7 time=2.500 inc=0.500|go think");
}

TEST_F(HubClientTest, TurnsTheBoardForThoseWhoWantThat) {
    HubClientOptions options = options_for("echo");
    options.frame = Frame::Pydraughts;
    auto client = std::get<HubClient>(HubClient::start(options));
    const auto reply = std::get<HubMove>(client.think(Game(), to_depth(3), Patience));
    EXPECT_THAT(reply.info.pv, HasSubstr("pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww|level depth=3|"));
}

TEST_F(HubClientTest, TimeIsMeasured) {
    const auto reply = std::get<HubMove>(reply_to("slow"));
    EXPECT_GE(reply.seconds, 0.3);
}

TEST_F(HubClientTest, SilenceIsATimeOut) {
    const Stopwatch watch;
    const HubFault fault = fault_of("silent", 300ms);
    EXPECT_EQ(fault.kind, HubFaultKind::TimedOut);
    EXPECT_LT(watch.seconds(), 30);
}

TEST_F(HubClientTest, ACrashIsNamed) {
    const HubFault crash = fault_of("crash");
    EXPECT_EQ(crash.kind, HubFaultKind::Crashed);
    EXPECT_EQ(crash.message, "it ended (signal 11)");
    EXPECT_EQ(fault_of("exit").message, "it ended (exit code 3)");
    EXPECT_EQ(fault_of("closes").kind, HubFaultKind::Crashed);
}

TEST_F(HubClientTest, WhatIsNotHubIsNamed) {
    const HubFault garbage = fault_of("garbage");
    EXPECT_EQ(garbage.kind, HubFaultKind::BadText);
    EXPECT_THAT(garbage.message, HasSubstr("control characters"));
    EXPECT_EQ(garbage.message.find('\x1b'), std::string::npos);
    EXPECT_EQ(fault_of("huge").message, "it writes a line without end");
    EXPECT_EQ(fault_of("endless").message, "it writes a line without end");
}

TEST_F(HubClientTest, AnIllegalMoveIsNamed) {
    const HubFault illegal = fault_of("illegal");
    EXPECT_EQ(illegal.kind, HubFaultKind::IllegalMove);
    EXPECT_EQ(illegal.message, "'11-20' is not a legal move");
    EXPECT_EQ(fault_of("moveless").kind, HubFaultKind::IllegalMove);
}

TEST_F(HubClientTest, AnErrorInsteadOfAMoveIsNamedAtOnce) {
    const HubFault fault = fault_of("refuses");
    EXPECT_EQ(fault.kind, HubFaultKind::Refused);
    EXPECT_EQ(fault.message, "I know no such level");
    EXPECT_EQ(fault_of("refuses-mutely").message, "it does not say why");
}

TEST_F(HubClientTest, AnErrorAfterTheGreetingFailsTheHandshake) {
    HubClientOptions options = options_for("picky");
    EXPECT_TRUE(std::holds_alternative<HubClient>(HubClient::start(options)));
    options.parameters = {{"levl", "3"}};
    const auto picky = HubClient::start(options);
    ASSERT_TRUE(std::holds_alternative<HubFault>(picky));
    EXPECT_EQ(std::get<HubFault>(picky).kind, HubFaultKind::NotStarted);
    EXPECT_EQ(std::get<HubFault>(picky).message, "no handshake: there is no such parameter");
    const auto broken = HubClient::start(options_for("broken"));
    ASSERT_TRUE(std::holds_alternative<HubFault>(broken));
    EXPECT_EQ(std::get<HubFault>(broken).message, "no handshake: the database is broken");
}

TEST_F(HubClientTest, AfterAFaultEverythingFails) {
    HubClient client = started("exit");
    client.think(Game(), TenthOfASecond, Patience);
    EXPECT_TRUE(client.new_game());
    EXPECT_TRUE(client.ping());
    const auto again = client.think(Game(), TenthOfASecond, Patience);
    EXPECT_EQ(std::get<HubFault>(again).kind, HubFaultKind::Crashed);
}

TEST_F(HubClientTest, AProgramThatDoesNotReadCannotHoldUs) {
    HubClient client = started("deaf");
    Game game(*parse_fen("B:WK32:BK1"));
    for (int i = 0; i < 2000; ++i)
        for (const auto* move : {"1-5", "32-28", "5-1", "28-32"})
            game.play(*parse_move(game.position(), move));
    const auto reply = client.think(game, TenthOfASecond, 300ms);
    EXPECT_EQ(std::get<HubFault>(reply).kind, HubFaultKind::TimedOut);
}

TEST_F(HubClientTest, ProgramsThatCannotBeStarted) {
    for (const auto* command : {"/nonexistent/engine hub", "", "true"}) {
        HubClientOptions options;
        options.command = command;
        const auto client = HubClient::start(options);
        ASSERT_TRUE(std::holds_alternative<HubFault>(client)) << command;
        EXPECT_EQ(std::get<HubFault>(client).kind, HubFaultKind::NotStarted);
    }
    HubClientOptions never = options_for("never-ready");
    never.handshake_time = 200ms;
    EXPECT_TRUE(std::holds_alternative<HubFault>(HubClient::start(never)));
}

TEST_F(HubClientTest, AStopEndsTheWait) {
    HubClient client = started("silent");
    std::stop_source source;
    source.request_stop();
    const auto reply = client.think(Game(), TenthOfASecond, Patience, source.get_token());
    EXPECT_EQ(std::get<HubFault>(reply).kind, HubFaultKind::Stopped);
}

TEST_F(HubClientTest, AProgramThatStaysIsKilled) {
    const Stopwatch watch;
    started("stays").quit();
    EXPECT_LT(watch.seconds(), 30);
}

}  // namespace
}  // namespace deepwell::protocol
