#include "tune/move_fit.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "board/movegen.h"
#include "eval/chinook.h"
#include "search/searcher.h"

namespace deepwell::tune {
namespace {

Weights judgement(int advancement) {
    Weights weights;
    for (HeuristicNumbers& phase : weights.phases) {
        phase[Heuristic::PieceCount] = 100;
        phase[Heuristic::KingCount] = 30;
        phase[Heuristic::Advancement] = advancement;
    }
    return weights;
}

// Games of a master who looks one ply ahead and likes what `taste` says; now and then a slip makes
// the games differ.
std::vector<RecordedGame> games_by(const Weights& taste, int count) {
    const ChinookEvaluator evaluator(taste);
    search::Searcher searcher(evaluator, {std::size_t{1} << 20, 1, {}});
    search::Limits limits;
    limits.depth = 1;
    Random random(11);
    std::vector<RecordedGame> games;
    for (int i = 0; i < count; ++i) {
        Game game;
        while (game.state().outcome == Outcome::Open && game.moves().size() < 120) {
            const MoveList moves = legal_moves(game.position());
            const bool slips = game.moves().size() < 6 || random.one_in(8);
            game.play(slips ? moves[random.below(static_cast<std::uint32_t>(moves.size()))]
                            : *searcher.search(game, limits).best);
        }
        games.push_back({game, game.state().outcome});
    }
    return games;
}

TEST(MoveFit, LearnsTheTasteOfTheMaster) {
    const auto moves = master_moves_of(games_by(judgement(-8), 150), 6);
    NoProgress silent;
    const Weights before = judgement(30);
    const FittedWeights fit =
        fit_to_moves(moves, before, {.depth = 1, .ridge = 0.01}, std::stop_token(), silent).value();
    for (std::size_t phase = 0; phase < 2; ++phase) {
        EXPECT_LT(fit.weights.phases[phase][Heuristic::Advancement], 2) << phase;
        EXPECT_LT(fit.phases[phase].loss_after, fit.phases[phase].loss_before);
        EXPECT_GT(fit.errors[phase][static_cast<std::size_t>(Heuristic::Advancement)], 0);
    }
    const auto judged = held_out(moves, 10);
    ASSERT_GT(judged.size(), 100U);
    EXPECT_GT(match_rate(judged, ChinookEvaluator(fit.weights), 1),
              match_rate(judged, ChinookEvaluator(before), 1) + 0.1);
    EXPECT_GT(match_rate(judged, ChinookEvaluator(judgement(-8)), 1), 0.7);
}

TEST(MoveFit, NeedsMovesInEveryPhase) {
    NoProgress silent;
    EXPECT_THROW(fit_to_moves({}, judgement(0), {}, std::stop_token(), silent), Error);
}

TEST(MoveFit, HoldsOutWholeGames) {
    const auto moves = master_moves_of(games_by(judgement(3), 30), 0);
    const auto judged = held_out(moves, 10);
    ASSERT_FALSE(judged.empty());
    ASSERT_LT(judged.size(), moves.size());
    for (const MasterMove& move : moves) {
        const auto is_same = [&](const MasterMove& other) { return other.game == move.game; };
        const bool is_in = std::find(judged.begin(), judged.end(), move) != judged.end();
        EXPECT_EQ(is_in, std::any_of(judged.begin(), judged.end(), is_same));
    }
}

TEST(MoveFit, AStopLeavesNoWeights) {
    std::stop_source stop;
    stop.request_stop();
    NoProgress silent;
    EXPECT_FALSE(fit_to_moves({}, judgement(0), {}, stop.get_token(), silent));
}

}  // namespace
}  // namespace deepwell::tune
