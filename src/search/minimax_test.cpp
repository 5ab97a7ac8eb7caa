// With all pruning off the search is minimax: a plain one, sharing nothing, gets the same values.

#include <gtest/gtest.h>

#include "base/random.h"
#include "eval/chinook.h"
#include "search/searcher.h"

namespace deepwell::search {

namespace {

class Minimax {
public:
    explicit Minimax(int threat_plies) : threat_plies_(threat_plies) {}

    Score value(Game& game, int depth) {
        const MoveList moves = legal_moves(game.position());
        if (plies_ > 0 && game.occurrences() > 1) return 0;
        if (moves.empty()) return plies_ - 30000;
        if (depth <= 0) return leaf(game, moves, threat_plies_);
        return best(game, moves, [&] { return value(game, depth - 1); });
    }

private:
    template <class Value>
    Score best(Game& game, const MoveList& moves, const Value& value_of_child) {
        Score best = -32000;
        for (const Move& move : moves) {
            game.play(move);
            ++plies_;
            best = std::max(best, -value_of_child());
            --plies_;
            game.undo();
        }
        return best;
    }

    Score leaf(Game& game, const MoveList& moves, int threats) {
        if (plies_ > 0 && game.occurrences() > 1) return 0;
        if (moves.empty()) return plies_ - 30000;
        Position turn = game.position();
        turn.side = other(turn.side);
        const bool jump = moves[0].is_jump();
        if (threat_plies_ < 0 || (!jump && !(can_jump(turn) && threats > 0)))
            return ChinookEvaluator().evaluate(game.position());
        return best(game, moves, [&] {
            return leaf(game, legal_moves(game.position()), jump ? threats : threats - 1);
        });
    }

    int threat_plies_;  // -1: no quiescence at all
    int plies_ = 0;
};

Game random_line(Random& random, int plies) {
    Game game;
    for (int i = 0; i < plies; ++i) {
        const MoveList moves = legal_moves(game.position());
        if (moves.empty()) break;
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

void expect_minimax(const SearchParams& params, int threat_plies, int max_depth) {
    const ChinookEvaluator evaluator;
    Searcher searcher(evaluator, {.hash_bytes = 1 << 20, .threads = 1, .params = params});
    Random random(3);
    for (int i = 0; i < 60; ++i) {
        Game game = random_line(random, i);
        if (game.state().outcome != Outcome::Open) continue;
        for (int depth = 1; depth <= max_depth; ++depth) {
            searcher.clear();
            Limits limits;
            limits.depth = depth;
            const SearchResult result = searcher.search(game, limits);
            ASSERT_EQ(result.score, Minimax(threat_plies).value(game, depth)) << i << " " << depth;
        }
    }
}

}  // namespace

TEST(Minimax, AgreesWithoutQuiescence) {
    expect_minimax(SearchParams::plain(), -1, 5);
}

TEST(Minimax, AgreesWithQuiescence) {
    SearchParams params = SearchParams::plain();
    params.quiescence = params.threats = true;
    expect_minimax(params, params.threat_plies, 3);
}

TEST(Minimax, AgreesWithWindowsAndOrder) {
    SearchParams params = SearchParams::plain();
    params.pvs = params.aspiration = params.iterative = true;
    params.killers = params.history = params.history_malus = true;
    expect_minimax(params, -1, 5);
}

}  // namespace deepwell::search
