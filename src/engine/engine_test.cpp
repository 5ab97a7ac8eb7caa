#include "engine/engine.h"

#include <gtest/gtest.h>
#include <semaphore>

#include "base/error.h"
#include "base/stopwatch.h"
#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell::engine {

namespace {

using namespace std::chrono_literals;
using search::Limits;
using search::SearchInfo;
using search::SearchResult;

// What the fake saw; shared by all the searches that one factory makes.
struct Log {
    int made = 0;
    int cleared = 0;
    int searches = 0;
    std::vector<Settings> settings;
    Limits limits;
    bool stopped = false;                // how the last search ended
    std::binary_semaphore begun{0};      // released when a search begins
    std::binary_semaphore may_begin{1};  // a search waits for it before it looks at its tokens
    std::optional<std::string> throws;   // what a search throws
    std::optional<std::string> refuses;  // why the factory makes none
};

// Ends when it is stopped or, if it does not ponder, at once; after a hit likewise.  An analysis
// without limits waits for stop.
class FakeSearch final : public Search {
public:
    explicit FakeSearch(Log& log) : log_(log) {}

    SearchResult search(const Game& game,
                        const Limits& limits,
                        const std::stop_token& stop,
                        const search::InfoCallback& on_info) override {
        ++log_.searches;
        log_.limits = limits;
        log_.begun.release();
        log_.may_begin.acquire();
        log_.may_begin.release();
        if (log_.throws) throw Error(*log_.throws);
        SearchInfo info;
        info.depth = 1;
        if (on_info) on_info(info);
        const auto goes_on = [&] {
            return limits.infinite || (limits.ponder && !limits.ponder_hit.stop_requested());
        };
        while (goes_on() && !stop.stop_requested()) std::this_thread::sleep_for(1ms);
        log_.stopped = stop.stop_requested();
        SearchResult result;
        result.best = legal_moves(game.position())[0];
        return result;
    }
    void clear() override { ++log_.cleared; }

private:
    Log& log_;
};

SearchFactory fake(Log& log) {
    return [&log](const Settings& settings) -> Result<std::unique_ptr<Search>> {
        if (log.refuses) return Failure{*log.refuses};
        ++log.made;
        log.settings.push_back(settings);
        return std::unique_ptr<Search>(std::make_unique<FakeSearch>(log));
    };
}

class EngineTest : public testing::Test {
protected:
    Callbacks callbacks() {
        Callbacks result;
        result.on_info = [this](const SearchInfo&) { ++infos; };
        result.on_done = [this](const Result<SearchResult>& result_or_failure) {
            ++dones;
            last = result_or_failure;
        };
        return result;
    }

    Log log;
    int infos = 0;
    int dones = 0;
    Result<SearchResult> last = Failure{"nothing yet"};
    Engine engine{fake(log)};
};

}  // namespace

TEST_F(EngineTest, ThinksAndTellsOnce) {
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_EQ(infos, 1);
    EXPECT_EQ(dones, 1);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->best, legal_moves(Position::start())[0]);
    EXPECT_FALSE(engine.is_searching());
}

TEST_F(EngineTest, StopBeforeAnySearchIsHarmless) {
    engine.stop();
    engine.ponder_hit();
    engine.wait();
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_FALSE(log.stopped);  // the old stop is not for the new search
    EXPECT_EQ(dones, 1);
}

TEST_F(EngineTest, StopEndsAnAnalysis) {
    engine.go({}, Mode::Analyse, callbacks());
    log.begun.acquire();
    EXPECT_TRUE(engine.is_searching());
    engine.stop();
    engine.wait();
    EXPECT_TRUE(log.stopped);
    EXPECT_TRUE(last->best);
}

TEST_F(EngineTest, StopCountsEvenIfTheSearchHasYetToBegin) {
    log.may_begin.acquire();
    engine.go({}, Mode::Analyse, callbacks());
    engine.stop();
    log.may_begin.release();
    engine.wait();
    EXPECT_TRUE(log.stopped);
}

TEST_F(EngineTest, StopMayComeFromACallback) {
    Callbacks stopping = callbacks();
    stopping.on_info = [this](const SearchInfo&) { engine.stop(); };
    engine.go({}, Mode::Analyse, stopping);
    engine.wait();
    EXPECT_EQ(dones, 1);
}

TEST_F(EngineTest, ASecondGoEndsTheFirst) {
    engine.go({}, Mode::Analyse, callbacks());
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_EQ(dones, 2);
    EXPECT_EQ(log.searches, 2);
    EXPECT_FALSE(log.stopped);
}

TEST_F(EngineTest, AHitEndsPondering) {
    engine.go({}, Mode::Ponder, callbacks());
    log.begun.acquire();
    engine.ponder_hit();
    engine.wait();
    EXPECT_TRUE(log.limits.ponder);
    EXPECT_FALSE(log.stopped);
    EXPECT_TRUE(last->best);
}

TEST_F(EngineTest, AHitIsNotLostIfTheSearchHasYetToBegin) {
    log.may_begin.acquire();
    engine.go({}, Mode::Ponder, callbacks());
    engine.ponder_hit();
    log.may_begin.release();
    engine.wait();  // would wait for ever
    EXPECT_FALSE(log.stopped);
}

TEST_F(EngineTest, AHitIsNotForTheNextSearch) {
    engine.go({}, Mode::Think, callbacks());
    engine.ponder_hit();
    engine.go({}, Mode::Ponder, callbacks());
    log.begun.acquire();
    std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(engine.is_searching());
    engine.stop();
    engine.wait();
    EXPECT_TRUE(log.stopped);
}

TEST_F(EngineTest, IsDestroyedWhileItSearches) {
    {
        Engine short_lived(fake(log));
        short_lived.go({}, Mode::Analyse, callbacks());
    }
    EXPECT_EQ(dones, 1);
}

TEST_F(EngineTest, KeepsItsSearchUntilAnOptionNeedsAnother) {
    const auto think = [&] {
        engine.go({}, Mode::Think, callbacks());
        engine.wait();
    };
    think();
    think();
    EXPECT_FALSE(engine.set("multipv", "2"));
    think();
    EXPECT_EQ(log.made, 1);
    EXPECT_FALSE(engine.set("hash", "16"));
    EXPECT_EQ(log.made, 1);
    think();
    EXPECT_EQ(log.made, 2);
    EXPECT_EQ(log.settings.back().number(Option::Hash), 16);
}

TEST_F(EngineTest, OptionsMayChangeDuringASearchAndCountFromTheNext) {
    engine.go({}, Mode::Analyse, callbacks());
    log.begun.acquire();
    EXPECT_FALSE(engine.set("hash", "16"));
    EXPECT_TRUE(engine.set("hash", "none"));
    EXPECT_EQ(engine.settings().number(Option::Hash), 16);
    engine.stop();
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_EQ(log.settings.back().number(Option::Hash), 16);
}

TEST_F(EngineTest, PreparesWhatGoWillNeed) {
    EXPECT_FALSE(engine.prepare());
    EXPECT_EQ(log.made, 1);
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_EQ(log.made, 1);
    log.refuses = "weights.txt: no such file";
    ASSERT_FALSE(engine.set("weights", "weights.txt"));
    ASSERT_TRUE(engine.prepare());
    EXPECT_EQ(engine.prepare()->message, "weights.txt: no such file");
}

TEST_F(EngineTest, WhatTheFactoryRefusesReachesTheCallback) {
    log.refuses = "no such file";
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error(), "no such file");
    log.refuses.reset();
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_TRUE(last);
}

TEST_F(EngineTest, WhatTheSearchThrowsReachesTheCallback) {
    log.throws = "block 7 of db is damaged";
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error(), "block 7 of db is damaged");
    EXPECT_EQ(dones, 1);
}

TEST_F(EngineTest, SearchesTheGameThatWasSet) {
    const Position position = parse_fen("W:WK10:BK1").value();
    engine.set_position(Game(position));
    engine.go({}, Mode::Think, callbacks());
    engine.set_position(Game());  // not for the search that goes on
    engine.wait();
    EXPECT_TRUE(legal_moves(position).contains(*last->best));
}

TEST_F(EngineTest, ANewGameForgetsWhatWasLearned) {
    engine.new_game();  // before there is anything to forget
    engine.set_position(Game(parse_fen("W:WK10:BK1").value()));
    engine.go({}, Mode::Analyse, callbacks());
    engine.new_game();
    EXPECT_EQ(dones, 1);
    EXPECT_EQ(log.cleared, 1);
    EXPECT_EQ(engine.game().position(), Position::start());
}

TEST_F(EngineTest, OnlyAnAnalysisWithoutLimitsIsEndless) {
    Limits limits;
    limits.depth = 5;
    engine.go(limits, Mode::Analyse, callbacks());
    engine.wait();
    EXPECT_FALSE(log.limits.infinite);
    EXPECT_EQ(log.limits.depth, 5);
}

TEST_F(EngineTest, MultiPvIsForAnalysis) {
    ASSERT_FALSE(engine.set("multipv", "4"));
    engine.go({}, Mode::Think, callbacks());
    engine.wait();
    EXPECT_EQ(log.limits.multi_pv, 1);
    Limits limits;
    limits.depth = 5;
    engine.go(limits, Mode::Analyse, callbacks());
    engine.wait();
    EXPECT_EQ(log.limits.multi_pv, 4);
}

TEST(RealEngine, WantsDatabasesWhereItIsToldThatTheyAre) {
    Engine engine(make_search_as_told);
    ASSERT_FALSE(engine.set("hash", "1"));
    ASSERT_FALSE(engine.set("egdb-path", "/nowhere"));
    const auto failure = engine.prepare();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->message, "egdb-path: /nowhere has no endgame databases of up to 10 pieces");
    ASSERT_FALSE(engine.set("egdb-pieces", "0"));
    EXPECT_FALSE(engine.prepare());
}

TEST(RealEngine, FindsTheShotAndLivesWithoutDatabases) {
    Engine engine;
    ASSERT_FALSE(engine.set("egdb-path", "/nowhere"));
    ASSERT_FALSE(engine.set("hash", "4"));
    engine.set_position(Game(parse_fen("B:W21,23,24,29:B6,10,15,16").value()));
    Limits limits;
    limits.depth = 9;
    Result<SearchResult> result = Failure{"nothing yet"};
    engine.go(limits, Mode::Think, {.on_info = {}, .on_done = [&](const auto& r) { result = r; }});
    engine.wait();
    ASSERT_TRUE(result);
    EXPECT_GT(result->score, 100);
}

TEST(RealEngine, AnOnlyMoveIsPlayedAtOnceButAnalysedLikeAnyOther) {
    Engine engine;
    ASSERT_FALSE(engine.set("egdb-pieces", "0"));
    ASSERT_FALSE(engine.set("hash", "4"));
    engine.set_position(Game(parse_fen("B:W18,25,26,27,28,29,31,32:B1,2,3,4,5,6,8,14").value()));
    ASSERT_EQ(legal_moves(engine.game().position()).size(), 1U);
    Limits limits;
    limits.move_time = 200ms;
    int depth = 0;
    const Callbacks callbacks{.on_info = {}, .on_done = [&](const auto& r) { depth = r->depth; }};
    engine.go(limits, Mode::Think, callbacks);
    engine.wait();
    EXPECT_EQ(depth, 1);
    engine.go(limits, Mode::Analyse, callbacks);
    engine.wait();
    EXPECT_GT(depth, 3);
}

TEST(RealEngine, LimitsCountFromTheHit) {
    Engine engine;
    ASSERT_FALSE(engine.set("egdb-pieces", "0"));
    ASSERT_FALSE(engine.set("hash", "4"));
    ASSERT_FALSE(engine.prepare());
    Limits limits;
    limits.move_time = 60ms;
    const Stopwatch watch;
    engine.go(limits, Mode::Ponder, {});
    std::this_thread::sleep_for(100ms);
    EXPECT_TRUE(engine.is_searching());
    engine.ponder_hit();
    engine.wait();
    EXPECT_GT(watch.seconds(), 0.150);
}

TEST(RealEngine, NamesABadFileOfWeights) {
    Engine engine;
    ASSERT_FALSE(engine.set("weights", "/nowhere/weights.txt"));
    const auto failure = engine.prepare();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->message, "/nowhere/weights.txt: No such file or directory");
}

}  // namespace deepwell::engine
