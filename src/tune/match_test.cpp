#include "tune/match.h"

#include <gmock/gmock.h>
#include <map>
#include <numeric>
#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "board/fen.h"
#include "board/notation.h"
#include "tune/fake_player.h"
#include "tune/search_player.h"

namespace deepwell::tune {
namespace {

std::vector<std::uint64_t> first_games(std::uint64_t count) {
    std::vector<std::uint64_t> games(count);
    std::iota(games.begin(), games.end(), 0);
    return games;
}

class MatchTest : public testing::Test {
protected:
    MatchPlan plan(PlayerFactory first, PlayerFactory second, int concurrency = 1) {
        RefereeRules rules;
        rules.budgets = {*with_limit({}, "nodes", "300"), *with_limit({}, "nodes", "300")};
        rules.max_plies = 60;
        return {*openings_, std::move(first), std::move(second), rules, concurrency};
    }

    static std::map<std::uint64_t, MatchGame> games_of(const MatchPlan& plan, std::uint64_t count) {
        std::map<std::uint64_t, MatchGame> games;
        run_match(plan, first_games(count), {}, [&](const MatchGame& game) {
            games.emplace(game.number, game);
            return true;
        });
        return games;
    }

    static PlayerFactory searcher() {
        return *own_players(*parse_player("deepwell hash=1"), {}, nullptr);
    }

    std::unique_ptr<OpeningSource> openings_ =
        openings_of("three-move", ThreeMoveDeck::All, 5).value();
};

TEST_F(MatchTest, PairsShareTheirOpeningWithColoursExchanged) {
    const auto loser = factory_of([](const Game&) { return Choice(Forfeit{}); });
    const auto games = games_of(plan(factory_of(first_move), loser), 6);
    ASSERT_EQ(games.size(), 6U);
    for (const auto& [number, game] : games) {
        EXPECT_EQ(game.points, Points::Win);
        EXPECT_EQ(game.played.outcome, number % 2 == 0 ? Outcome::BlackWins : Outcome::WhiteWins);
        EXPECT_EQ(game.opening, games.at(number ^ 1).opening);
        EXPECT_EQ(game.opening, openings_->at(number / 2).name);
    }
    EXPECT_NE(games.at(0).opening, games.at(2).opening);
}

TEST_F(MatchTest, GamesDoNotDependOnWhatElseIsPlayed) {
    const auto alone = games_of(plan(searcher(), searcher(), 1), 8);
    const auto together = games_of(plan(searcher(), searcher(), 3), 8);
    ASSERT_EQ(together.size(), 8U);
    for (const auto& [number, game] : alone)
        EXPECT_EQ(game.played.game.moves(), together.at(number).played.game.moves()) << number;
}

TEST_F(MatchTest, TheSamePlayerTwiceScoresHalfOfEveryPair) {
    MatchTally tally;
    for (const auto& [number, game] : games_of(plan(searcher(), searcher()), 8))
        tally.add(number, game.points);
    EXPECT_EQ(tally.pairs().of_half_points[2], 4U);
}

TEST_F(MatchTest, TheCallbackEndsTheMatch) {
    int seen = 0;
    run_match(plan(factory_of(first_move), factory_of(last_move), 2),
              first_games(1000),
              {},
              [&](const MatchGame&) { return ++seen < 3; });
    EXPECT_EQ(seen, 3);
}

TEST_F(MatchTest, AStopEndsTheMatch) {
    std::stop_source source;
    int seen = 0;
    run_match(plan(factory_of(first_move), factory_of(last_move)),
              first_games(100'000),
              source.get_token(),
              [&](const MatchGame&) {
                  if (++seen == 5) source.request_stop();
                  return true;
              });
    EXPECT_LT(seen, 100'000);
}

TEST_F(MatchTest, ABrokenWorldIsNotHidden) {
    const auto broken = factory_of([](const Game&) -> Choice { throw Error("disk on fire"); });
    EXPECT_THROW(games_of(plan(factory_of(first_move), broken, 2), 4), Error);
}

TEST(Match, PointsAreOfTheFirstPlayer) {
    EXPECT_EQ(points_of(Outcome::BlackWins, 0), Points::Win);
    EXPECT_EQ(points_of(Outcome::BlackWins, 1), Points::Loss);
    EXPECT_EQ(points_of(Outcome::WhiteWins, 4), Points::Loss);
    EXPECT_EQ(points_of(Outcome::WhiteWins, 5), Points::Win);
    EXPECT_EQ(points_of(Outcome::Draw, 5), Points::Draw);
}

TEST(SearchPlayer, PlaysFromItsBookUnlessThePositionComesAgain) {
    const Position initial = *parse_fen("B:WK32:BK1,2");
    book::MoveEntry entry;
    entry.position = initial;
    entry.move = *parse_move(initial, "1-5");
    const auto path = std::filesystem::temp_directory_path() /
                      ("deepwell-player-" + std::to_string(getpid()) + ".book");
    write_file_atomically(path, book::to_bytes({}, {entry}));
    PlayerSpec spec = *parse_player("deepwell depth=1 book=" + path.string());
    const auto player = own_players(spec, spec.budget, nullptr).value()();
    search::Limits limits;
    limits.depth = 1;
    Game game(initial);
    const Thought known = std::get<Thought>(player->choose(game, limits, {}));
    EXPECT_EQ(known.move, entry.move);
    EXPECT_EQ(known.nodes, 0U);
    EXPECT_FALSE(known.score);
    for (const char* const move : {"1-5", "32-28", "5-1", "28-32"})
        game.play(*parse_move(game.position(), move));
    EXPECT_GT(std::get<Thought>(player->choose(game, limits, {})).nodes, 0U);
    std::filesystem::remove(path);
    EXPECT_FALSE(own_players(spec, spec.budget, nullptr));
}

TEST(SearchPlayer, FewNodesGetASmallTable) {
    const auto bytes = [](std::uint64_t nodes) {
        Budget budget;
        budget.nodes = nodes;
        return fitting_hash_bytes(budget);
    };
    EXPECT_EQ(fitting_hash_bytes({}), std::size_t{16} << 20);
    EXPECT_EQ(bytes(100), std::size_t{1} << 20);
    EXPECT_EQ(bytes(5000), std::size_t{2} << 20);
    EXPECT_EQ(bytes(1'000'000'000'000), std::size_t{16} << 20);
}

}  // namespace
}  // namespace deepwell::tune
