#include "engine/thinker.h"

#include <gtest/gtest.h>
#include <thread>

#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell::engine {

namespace {

using search::Limits;
using search::SearchResult;

struct Thought {
    Mode mode;
    Position position;
    bool is_hit = false;
};

// Plays the first move; a pondering search waits for the hit or the end.
class FirstMoveSearch final : public Search {
public:
    explicit FirstMoveSearch(std::vector<Thought>& seen) : seen_(seen) {}

    SearchResult search(const Game& game,
                        const Limits& limits,
                        const std::stop_token& stop,
                        const search::InfoCallback&) override {
        while (limits.ponder && !limits.ponder_hit.stop_requested() && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        seen_.push_back({limits.ponder ? Mode::Ponder : Mode::Think,
                         game.position(),
                         limits.ponder_hit.stop_requested()});
        SearchResult result;
        result.best = legal_moves(game.position())[0];
        return result;
    }
    void clear() override {}

private:
    std::vector<Thought>& seen_;
};

class ThinkerTest : public testing::Test {
protected:
    void SetUp() override { engine.set("ponder", "true"); }

    // The game after the move of this number, and the moves before it.
    static Game after(Game game, std::size_t move) {
        game.play(legal_moves(game.position())[move]);
        return game;
    }
    Result<SearchResult> think(const Game& game) { return thinker.think(game, {}, {}); }
    void ponder_on_the_first_answer(const Game& game) {
        thinker.ponder(game, legal_moves(game.position())[0], {});
    }

    std::vector<Thought> seen;  // in the order in which they ended
    Engine engine{[this](const Settings&) -> Result<std::unique_ptr<Search>> {
        return std::unique_ptr<Search>(std::make_unique<FirstMoveSearch>(seen));
    }};
    Thinker thinker{engine};
    const Game start;
};

}  // namespace

TEST_F(ThinkerTest, GoesOnWithTheSearchThatWasRight) {
    ponder_on_the_first_answer(start);
    EXPECT_TRUE(thinker.is_pondering());
    const Game expected = after(start, 0);
    EXPECT_EQ(think(expected)->best, legal_moves(expected.position())[0]);
    EXPECT_FALSE(thinker.is_pondering());
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0].mode, Mode::Ponder);
    EXPECT_EQ(seen[0].position, expected.position());
    EXPECT_TRUE(seen[0].is_hit);
}

TEST_F(ThinkerTest, BeginsAnewAfterAnotherMove) {
    ponder_on_the_first_answer(start);
    const Game other = after(start, 1);
    EXPECT_EQ(think(other)->best, legal_moves(other.position())[0]);
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_FALSE(seen[0].is_hit);
    EXPECT_EQ(seen[1].mode, Mode::Think);
    EXPECT_EQ(seen[1].position, other.position());
}

TEST_F(ThinkerTest, TheSamePositionInAnotherGameIsNoHit) {
    ponder_on_the_first_answer(start);
    EXPECT_TRUE(think(Game(after(start, 0).position())));
    EXPECT_EQ(seen.size(), 2U);
}

TEST_F(ThinkerTest, PondersOnlyIfThereIsSomethingToPonderOn) {
    thinker.ponder(start, std::nullopt, {});
    EXPECT_FALSE(thinker.is_pondering());
    ponder_on_the_first_answer(Game(*parse_fen("B:W18:B14")));  // the last piece is taken
    EXPECT_FALSE(thinker.is_pondering());
    engine.set("level", "3");
    ponder_on_the_first_answer(start);
    EXPECT_FALSE(thinker.is_pondering());
    engine.set("level", "0");
    engine.set("ponder", "false");
    ponder_on_the_first_answer(start);
    EXPECT_FALSE(thinker.is_pondering());
    EXPECT_TRUE(seen.empty());
}

TEST_F(ThinkerTest, LeavesTheEngineAtRest) {
    {
        Thinker other(engine);
        other.ponder(start, legal_moves(start.position())[0], {});
        EXPECT_TRUE(engine.is_searching());
    }
    EXPECT_FALSE(engine.is_searching());
}

}  // namespace deepwell::engine
