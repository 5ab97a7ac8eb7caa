#include "engine/level.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell::engine {

namespace {

std::unique_ptr<Search> player(int level, int seed = 1) {
    Settings settings;
    EXPECT_FALSE(settings.set("hash", "1"));
    EXPECT_FALSE(settings.set("level", std::to_string(level)));
    EXPECT_FALSE(settings.set("seed", std::to_string(seed)));
    return *make_search(settings);
}

Move answer(Search& search, const Game& game) {
    return search.search(game, {}, {}, {}).best.value();
}

// A game that begins with a few moves at random.
Game opening(int number) {
    Random random(static_cast<std::uint64_t>(number));
    Game game;
    for (int ply = 0; ply < 4; ++ply) {
        const MoveList moves = legal_moves(game.position());
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

Outcome play_out(Game game, Search& black, Search& white) {
    while (game.state().outcome == Outcome::Open && game.moves().size() < 150)
        game.play(answer(game.position().side == Side::Black ? black : white, game));
    return game.state().outcome;
}

struct Match {
    int wins = 0;
    int losses = 0;
};

// For the stronger level.
Match match(int weak, int strong, int openings) {
    Match sum;
    for (int number = 1; number <= openings; ++number) {
        const auto low = player(weak, number);
        const auto high = player(strong, number);
        const Outcome as_black = play_out(opening(number), *high, *low);
        const Outcome as_white = play_out(opening(number), *low, *high);
        sum.wins += (as_black == Outcome::BlackWins) + (as_white == Outcome::WhiteWins);
        sum.losses += (as_black == Outcome::WhiteWins) + (as_white == Outcome::BlackWins);
    }
    return sum;
}

}  // namespace

TEST(Level, LooksFurtherAndWaversLessTheHigherItIs) {
    for (int number = 2; number <= MaxLevel; ++number) {
        EXPECT_GT(level(number).depth, level(number - 1).depth);
        EXPECT_GT(level(number).nodes, level(number - 1).nodes);
        EXPECT_LT(level(number).margin, level(number - 1).margin);
    }
    EXPECT_LT(level(1).margin, ManScore);
}

TEST(Level, PlaysTheSameGameFromTheSameSeed) {
    const auto moves_with = [](int seed) {
        const auto search = player(3, seed);
        Game game;
        for (int ply = 0; ply < 20; ++ply) game.play(answer(*search, game));
        return game.moves();
    };
    EXPECT_EQ(moves_with(7), moves_with(7));
    EXPECT_NE(moves_with(7), moves_with(8));
}

TEST(Level, ANewGameIsAnotherGame) {
    const auto search = player(1);
    std::vector<Move> first_moves;
    for (int game = 0; game < 20; ++game) {
        first_moves.push_back(answer(*search, Game()));
        search->clear();
    }
    EXPECT_GT(
        std::ranges::count_if(first_moves, [&](const Move& m) { return m != first_moves[0]; }), 0);
}

TEST(Level, TheLowestDoesNotGiveAManAwayThatIsTakenAtOnce) {
    // 10-15 would be jumped for nothing; everything else holds.
    const Game game(parse_fen("B:W19,23,27,28,32:B1,2,3,5,10").value());
    const Move blunder = parse_move(game.position(), "10-15").value();
    for (int seed = 0; seed < 50; ++seed) EXPECT_NE(answer(*player(1, seed), game), blunder);
}

TEST(Level, IsClearlyBetterThanTheOneTwoBelow) {
    for (const auto& [weak, openings] : {std::pair{1, 12}, {3, 5}}) {
        const Match result = match(weak, weak + 2, openings);
        EXPECT_GT(result.wins, 2 * result.losses) << weak << " against " << weak + 2;
    }
}

TEST(Level, AnalysesAtFullDepthAndWithoutWavering) {
    search::Limits limits;
    limits.depth = 9;
    limits.wants_score = true;
    std::vector<Move> line;
    const auto result = player(1)->search(
        Game(), limits, {}, [&](const search::SearchInfo& info) { line = info.pv; });
    EXPECT_EQ(result.depth, 9);
    ASSERT_FALSE(line.empty());
    EXPECT_EQ(result.best, line.front());
}

TEST(Level, HasAMoveEvenIfItIsStoppedAtOnce) {
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(player(5)->search(Game(), {}, source.get_token(), {}).best);
}

}  // namespace deepwell::engine
