#include "protocol/hub_server.h"

#include <condition_variable>
#include <gmock/gmock.h>

#include "protocol/fake_search.h"

namespace deepwell::protocol {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* Info =
    "info depth=1 max-depth=0 score=99.97 nodes=7 time=0.000 nps=0.000 "
    "pv=9-13";

class HubServerTest : public testing::Test {
protected:
    void tell(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) EXPECT_TRUE(server_.handle(line));
    }

    // Everything that is answered to these lines, up to the end of a search.
    std::vector<std::string> answers(const std::vector<std::string>& lines) {
        tell(lines);
        engine_.wait();
        return taken();
    }

    std::vector<std::string> taken() {
        const std::lock_guard lock(mutex_);
        return std::exchange(said_, {});
    }

    // Waits until a line begins so.
    void await(const std::string& beginning) {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(changed_.wait_for(lock, std::chrono::seconds(10), [&] {
            for (const std::string& line : said_)
                if (line.starts_with(beginning)) return true;
            return false;
        })) << beginning;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> said_;
    engine::Engine engine_{make_fake_search};
    HubServer server_{engine_, "1.2", [this](std::string_view line) {
                          const std::lock_guard lock(mutex_);
                          said_.emplace_back(line);
                          changed_.notify_all();
                      }};
};

TEST_F(HubServerTest, IntroducesItselfWithEveryOption) {
    const auto said = answers({"hub"});
    ASSERT_THAT(said, SizeIs(engine::OptionCount + 2));
    EXPECT_EQ(said.front(),
              "id name=Deepwell version=1.2 author=\"the Deepwell authors\" country=none");
    EXPECT_EQ(said.back(), "wait");
    EXPECT_THAT(said, Contains("param name=hash value=64 type=int min=1 max=1048576"));
    EXPECT_THAT(said, Contains("param name=ponder value=false type=bool"));
    EXPECT_THAT(said, Contains("param name=weights value=\"\" type=string"));
    EXPECT_THAT(
        said,
        Contains("param name=frame value=auto type=enum values=\"auto standard pydraughts\""));
}

TEST_F(HubServerTest, TakesParameters) {
    EXPECT_THAT(answers({"set-param name=hash value=16", "set-param name=ponder value=true"}),
                IsEmpty());
    EXPECT_EQ(engine_.settings().number(engine::Option::Hash), 16);
    EXPECT_THAT(answers({"hub"}), Contains(StartsWith("param name=hash value=16 ")));
    for (const auto* line : {"set-param name=hash value=0",
                             "set-param name=unheard-of value=1",
                             "set-param name=hash",
                             "set-param value=1",
                             "set-param name=frame value=sideways"})
        EXPECT_THAT(answers({line}), ElementsAre(StartsWith("error message="))) << line;
}

TEST_F(HubServerTest, IsReadyEvenIfItMustComplain) {
    EXPECT_THAT(answers({"init"}), ElementsAre("ready"));
    EXPECT_THAT(answers({"set-param name=weights value=missing", "init"}),
                ElementsAre("error message=\"missing: No such file or directory\"", "ready"));
    EXPECT_THAT(answers({"set-param name=weights value=broken", "init"}),
                ElementsAre("error message=\"the disk is gone\"", "ready"));
}

TEST_F(HubServerTest, Thinks) {
    EXPECT_THAT(answers({"level depth=5", "go think"}), ElementsAre(Info, "done move=9-13"));
}

TEST_F(HubServerTest, PlaysInBothFrames) {
    EXPECT_THAT(answers({R"(pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="9-13 22-18 13-17")",
                         "level depth=1",
                         "go think"}),
                Contains("done move=21x14x17"));
    EXPECT_THAT(answers({R"(pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="9-13 22-18 13-17")",
                         "go think"}),
                Contains("done move=21x14x17"));
    EXPECT_THAT(answers({"set-param name=frame value=standard",
                         R"(pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="9-13")"}),
                ElementsAre("error message=\"pos: '9-13' is not a legal move\""));
}

TEST_F(HubServerTest, ABadPositionChangesNothing) {
    for (const auto* line : {"pos",
                             "pos pos=Bbb",
                             "pos moves=\"11-15\"",
                             "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"1-2\""})
        EXPECT_THAT(answers({line}), ElementsAre(StartsWith("error message="))) << line;
    EXPECT_THAT(answers({"level depth=5", "go think"}), Contains("done move=9-13"));
}

TEST_F(HubServerTest, EveryGoHasItsDone) {
    EXPECT_THAT(answers({"go think"}), ElementsAre("error message=\"no level was given\"", "done"));
    EXPECT_THAT(answers({"level depth=666", "go think"}),
                ElementsAre("error message=\"the disk is gone\"", "done"));
    EXPECT_THAT(answers({"pos pos=BbeeewweeeWeeeeeeeeeeeeeeeeeeeeee", "level depth=3", "go think"}),
                ElementsAre("error message=\"the position has no legal move\"", "done"));
    EXPECT_THAT(answers({"go", "go wild"}),
                ElementsAre(HasSubstr("go needs"), HasSubstr("go needs")));
}

TEST_F(HubServerTest, StopsAtOnce) {
    EXPECT_THAT(answers({"go analyze", "stop"}), ElementsAre(Info, "done move=9-13"));
    EXPECT_THAT(answers({"level infinite", "go think", "ping", "stop"}),
                testing::UnorderedElementsAre(Info, "pong", "done move=9-13"));
}

TEST_F(HubServerTest, ANewSearchEndsTheOld) {
    const auto said = answers({"level infinite",
                               "go analyze",
                               "pos pos=BbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW",
                               "go ponder",
                               "new-game",
                               "go analyze",
                               "init",
                               "stop",
                               "stop"});
    EXPECT_THAT(said, Contains("done move=9-13").Times(2));
    EXPECT_THAT(said, Contains("done move=1-5").Times(1));
    EXPECT_EQ(said.back(), "ready");
}

TEST_F(HubServerTest, APongSaysThatTheParametersAreApplied) {
    EXPECT_THAT(answers({"init", "set-param name=weights value=missing", "ping"}),
                ElementsAre("ready", HasSubstr("missing: No such file"), "pong"));
    EXPECT_THAT(answers({"set-param name=weights value=missing",
                         "set-param name=weights value=\"\"",
                         "set-param name=multipv value=2",
                         "ping"}),
                ElementsAre("pong"));
}

TEST_F(HubServerTest, APongWaitsForASearchOnlyWithParametersThatDo) {
    tell({"init", "go analyze", "set-param name=multipv value=2", "ping"});
    EXPECT_THAT(taken(), Contains("pong"));
    tell({"set-param name=hash value=16", "ping", "ping"});
    EXPECT_THAT(taken(), testing::Not(Contains("pong")));
    EXPECT_TRUE(server_.settle());
    EXPECT_THAT(answers({"stop"}), Contains("done move=9-13"));
    EXPECT_FALSE(server_.settle());
    EXPECT_THAT(taken(), ElementsAre("pong", "pong"));
}

TEST_F(HubServerTest, APongThatIsOwedComesBeforeTheNextSearch) {
    const auto said = answers({"init",
                               "go analyze",
                               "set-param name=weights value=missing",
                               "ping",
                               "set-param name=weights value=\"\"",
                               "level depth=5",
                               "go think"});
    EXPECT_THAT(said, ElementsAre("ready", Info, "done move=9-13", "pong", Info, "done move=9-13"));
}

TEST_F(HubServerTest, PondersUntilTheHit) {
    server_.handle("level move-time=0.1");
    server_.handle("go ponder");
    await("info");
    EXPECT_TRUE(engine_.is_searching());
    EXPECT_THAT(answers({"ponder-hit"}), Contains("done move=9-13"));
    EXPECT_THAT(answers({"ponder-hit"}), IsEmpty());
}

TEST_F(HubServerTest, GarbageGetsAnError) {
    for (const std::string line : {"\x01\x02",
                                   "nonsense",
                                   "pos pos",
                                   "level",
                                   "=",
                                   "go think=\"",
                                   "level time=x",
                                   "HUB",
                                   "pos pos=\"\""})
        EXPECT_THAT(answers({line}), ElementsAre(StartsWith("error message="))) << line;
    EXPECT_THAT(answers({"", "  ", "\r"}), IsEmpty());
    EXPECT_THAT(answers({"ping"}), ElementsAre("pong"));
}

TEST_F(HubServerTest, QuitsSilently) {
    server_.handle("go analyze");
    await("info");
    EXPECT_FALSE(server_.handle("quit"));
}

TEST(HubServer, IsSilentAfterItsEnd) {
    engine::Engine engine(make_fake_search);
    std::mutex mutex;
    std::vector<std::string> said;
    {
        HubServer server(engine, "1", [&](std::string_view line) {
            const std::lock_guard lock(mutex);
            said.emplace_back(line);
        });
        server.handle("go analyze");
        server.handle("quit");
    }
    EXPECT_THAT(said, testing::Not(Contains(StartsWith("done"))));
    EXPECT_FALSE(engine.is_searching());
}

}  // namespace
}  // namespace deepwell::protocol
