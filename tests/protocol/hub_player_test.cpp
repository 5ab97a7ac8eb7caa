// Programs that speak Hub as players of a match (fake_engine.py).

#include "protocol/hub_player.h"

#include <csignal>
#include <gmock/gmock.h>

#include "protocol/hub_text.h"

namespace deepwell::protocol {
namespace {

using namespace std::chrono_literals;
using tune::Fault;
using tune::Forfeit;
using tune::Thought;

class HubPlayerTest : public testing::Test {
protected:
    HubPlayerTest() { std::signal(SIGPIPE, SIG_IGN); }

    static HubClientOptions options_for(const std::string& how) {
        HubClientOptions options;
        options.command = std::string("python3 \"") + FAKE_ENGINE + "\" " + how;
        return options;
    }

    static tune::Choice first_choice(HubPlayer& player, std::chrono::milliseconds time = 10s) {
        search::Limits limits;
        limits.move_time = time;
        player.new_game();
        return player.choose(Game(), limits, {});
    }

    static Forfeit forfeit_of(const std::string& how, std::chrono::milliseconds time = 10s) {
        HubPlayer player(options_for(how), 0.05);
        return std::get<Forfeit>(first_choice(player, time));
    }
};

TEST_F(HubPlayerTest, AMoveComesWithItsThought) {
    HubPlayer player(options_for("good"), 0.05);
    const auto thought = std::get<Thought>(first_choice(player));
    EXPECT_EQ(to_hub(thought.move), "11-15");
    EXPECT_EQ(thought.score, -25);
    EXPECT_EQ(thought.depth, 7);
    EXPECT_EQ(thought.nodes, 1'234'567U);
}

TEST_F(HubPlayerTest, EveryMisbehaviourIsAForfeit) {
    EXPECT_EQ(forfeit_of("illegal").fault, Fault::IllegalMove);
    EXPECT_EQ(forfeit_of("moveless").fault, Fault::IllegalMove);
    EXPECT_EQ(forfeit_of("garbage").fault, Fault::BadText);
    EXPECT_EQ(forfeit_of("refuses").fault, Fault::Error);
    EXPECT_EQ(forfeit_of("silent", 100ms).fault, Fault::Overrun);
    const Forfeit crash = forfeit_of("crash");
    EXPECT_EQ(crash.fault, Fault::Crash);
    EXPECT_EQ(crash.detail, "it ended (signal 11)");
}

TEST_F(HubPlayerTest, TheNextGameBeginsWithAFreshProcess) {
    HubPlayer player(options_for("crash"), 0.05);
    for (int game = 0; game < 3; ++game)
        EXPECT_EQ(std::get<Forfeit>(first_choice(player)).detail, "it ended (signal 11)");
}

TEST_F(HubPlayerTest, AProgramThatIsGoneForfeits) {
    HubClientOptions options;
    options.command = "/nonexistent/engine";
    HubPlayer player(options, 0.05);
    EXPECT_EQ(std::get<Forfeit>(first_choice(player)).fault, Fault::Crash);
}

TEST_F(HubPlayerTest, AFactoryStartsTheProgramOnce) {
    tune::PlayerSpec spec = *tune::parse_player("name=Fake hub:" + options_for("good").command);
    EXPECT_TRUE(hub_players(spec, 0.05));
    spec.hub_frame = "sideways";
    EXPECT_EQ(hub_players(spec, 0.05).error(), "there is no frame 'sideways'");
    spec = *tune::parse_player("name=Gone hub:/nonexistent/engine");
    EXPECT_THAT(hub_players(spec, 0.05).error(), testing::StartsWith("player 'Gone': "));
}

}  // namespace
}  // namespace deepwell::protocol
