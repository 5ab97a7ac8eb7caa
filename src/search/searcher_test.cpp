#include "search/searcher.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

#include "base/random.h"
#include "base/stopwatch.h"
#include "board/fen.h"
#include "board/notation.h"
#include "eval/chinook.h"

namespace deepwell::search {

namespace {

using namespace std::chrono_literals;

const ChinookEvaluator Evaluation;

Searcher make_searcher(int threads = 1) {
    return Searcher(Evaluation, {.hash_bytes = 1 << 22, .threads = threads, .params = {}});
}

Game game_at(const char* fen) {
    return Game(parse_fen(fen).value());
}

Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

// At most `plies` random moves from the start, fewer if the game ends.
Game random_game(Random& random, int plies) {
    Game game;
    for (int i = 0; i < plies && game.state().outcome == Outcome::Open; ++i) {
        const MoveList moves = legal_moves(game.position());
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.state().outcome != Outcome::Open) game.undo();
    return game;
}

// By how many seconds the search takes longer than it may.
double overrun_of(Searcher& searcher, const Game& game, Milliseconds time) {
    Limits limits;
    limits.move_time = time;
    const Stopwatch watch;
    EXPECT_TRUE(searcher.search(game, limits).best);
    return watch.seconds() - std::chrono::duration<double>(time).count();
}

void expect_legal_line(Position position, const std::vector<Move>& line) {
    for (const Move& move : line) {
        ASSERT_TRUE(legal_moves(position).contains(move));
        position = play(position, move);
    }
}

// Always the same, and tells whether it was asked.
class Marked final : public Evaluator {
public:
    explicit Marked(Score score) : score_(score) {}
    Score evaluate(const Position& position) const override {
        was_asked = true;
        return position.side == Side::Black ? score_ : -score_;
    }
    mutable bool was_asked = false;

private:
    Score score_;
};

TEST(Searcher, TheJudgeIsAskedWhereTheScoreIsWantedAndElseTheEvaluator) {
    for (const bool wants_score : {false, true})
        for (const bool until_decided : {false, true}) {
            const Marked evaluator(10);
            const Marked judge(70);
            Searcher searcher(evaluator,
                              {.hash_bytes = 1 << 16, .threads = 1, .params = {}, .judge = &judge});
            Limits limits = to_depth(4);
            limits.wants_score = wants_score;
            limits.until_decided = until_decided;
            const bool judges = wants_score && !until_decided;
            EXPECT_EQ(searcher.search(Game(), limits).score, judges ? 70 : 10);
            EXPECT_EQ(judge.was_asked, judges);
            EXPECT_EQ(evaluator.was_asked, !judges);
        }
}

TEST(Searcher, SearchesByTheJudgeAndOthersKnowNothingOfEachOther) {
    const Marked evaluator(10);
    const Marked judge(70);
    Searcher searcher(evaluator,
                      {.hash_bytes = 1 << 20, .threads = 1, .params = {}, .judge = &judge});
    Limits limits = to_depth(6);
    const auto first = searcher.search(Game(), limits);
    limits.wants_score = true;
    const auto judged = searcher.search(Game(), limits);
    EXPECT_EQ(judged.score, 70);
    EXPECT_GT(judged.pv.size(), 4U);
    limits.wants_score = false;
    EXPECT_EQ(searcher.search(Game(), limits).score, first.score);
}

// Razoring overlooks strokes that begin at the last ply; where the score is wanted, fewer of them.
TEST(Searcher, LooksForStrokesWhereTheScoreIsWanted) {
    SearchParams unrazored;
    unrazored.razoring = false;
    SearchParams blind;
    blind.strokes = false;
    const auto score = [](const SearchParams& params, const Game& game, bool wants_score) {
        Searcher searcher(Evaluation, {.hash_bytes = 1 << 16, .threads = 1, .params = params});
        Limits limits = to_depth(5);
        limits.wants_score = wants_score;
        return searcher.search(game, limits).score;
    };
    Random random(17);
    int seen = 0;
    int seen_blindly = 0;
    for (int i = 0; i < 400; ++i) {
        const Game game = random_game(random, 30);
        const Score full = score(unrazored, game, true);
        seen += score({}, game, true) == full ? 1 : 0;
        seen_blindly += score(blind, game, true) == full ? 1 : 0;
        EXPECT_EQ(score({}, game, false), score(blind, game, false));
    }
    EXPECT_GT(seen, seen_blindly + 10);
}

}  // namespace

// Scores of moves that are nearly alike do not outweigh a large bonus, and are told without it.
TEST(Searcher, LeansTowardsAMoveWithABonus) {
    Searcher searcher = make_searcher();
    const Game game;
    const SearchResult plain = searcher.search(game, to_depth(8));
    for (const Move& move : legal_moves(game.position())) {
        Limits limits = to_depth(8);
        limits.bonuses = {{move, 200}};
        const SearchResult leaning = searcher.search(game, limits);
        EXPECT_EQ(*leaning.best, move);
        EXPECT_LE(std::abs(leaning.score - plain.score), 100);
    }
}

TEST(Searcher, NoBonusOutweighsAWin) {
    Searcher searcher = make_searcher();
    const Game game = game_at("W:WK18,K22:BK28");
    const SearchResult plain = searcher.search(game, to_depth(24));
    ASSERT_TRUE(is_decided(plain.score));
    Limits limits = to_depth(24);
    for (const Move& move : legal_moves(game.position())) limits.bonuses.push_back({move, 15});
    searcher.clear();
    EXPECT_EQ(searcher.search(game, limits).score, plain.score);
}

TEST(Searcher, GivesOneManToTakeTwo) {
    // 15-19 24x15 10x19x26: one for two.
    Searcher searcher = make_searcher();
    const Game game = game_at("B:W21,23,24,29:B6,10,15,16");
    const SearchResult result = searcher.search(game, to_depth(9));
    expect_legal_line(game.position(), result.pv);
    EXPECT_EQ(to_text(game.position(), *result.best), "15-19");
    EXPECT_GT(result.score, 100);
}

TEST(Searcher, FindsAForcedWinToItsEnd) {
    // The last white man is jumped and nothing is left.
    Searcher searcher = make_searcher();
    const SearchResult result = searcher.search(game_at("B:W18:B14"), to_depth(3));
    EXPECT_EQ(result.score, WinScore - 1);
    EXPECT_EQ(result.proven, Wdl::Win);
}

TEST(Searcher, WinsTwoKingsAgainstOneInTheDoubleCornerBySearchAlone) {
    Searcher searcher = make_searcher();
    const SearchResult result = searcher.search(game_at("B:WK32:BK18,K23"), to_depth(30));
    EXPECT_EQ(result.proven, Wdl::Win);
    EXPECT_EQ(result.score, WinScore - 19);  // the distance in the databases
}

TEST(Searcher, HasNoMoveWhereThereIsNone) {
    Searcher searcher = make_searcher();
    const SearchResult result = searcher.search(game_at("B:W32:B"), to_depth(3));
    EXPECT_FALSE(result.best);
    EXPECT_EQ(result.proven, Wdl::Loss);
}

TEST(Searcher, PlaysLegalMovesAndLegalLinesThroughWholeGames) {
    for (const int threads : {1, 2}) {
        Searcher searcher = make_searcher(threads);
        Random random(5);
        Limits limits;
        limits.nodes = 4000;
        for (int i = 0; i < 6; ++i) {
            Game game;
            while (game.state().outcome == Outcome::Open && game.moves().size() < 160) {
                const SearchResult result =
                    searcher.search(game, limits, {}, [&](const SearchInfo& info) {
                        expect_legal_line(game.position(), info.pv);
                    });
                const MoveList moves = legal_moves(game.position());
                ASSERT_TRUE(result.best && moves.contains(*result.best));
                expect_legal_line(game.position(), result.pv);
                const auto any = random.below(static_cast<std::uint32_t>(moves.size()));
                game.play(random.one_in(4) ? moves[any] : *result.best);
            }
        }
    }
}

// A search ends a line where the table knows the score; what it shows goes on.
TEST(Searcher, LengthensItsLinesFromTheTable) {
    Random random(7);
    for (int n = 0; n < 20; ++n) {
        const Game game = random_game(random, 12);
        Searcher searcher = make_searcher();
        const SearchResult result = searcher.search(game, to_depth(13));
        if (is_decided(result.score)) continue;
        expect_legal_line(game.position(), result.pv);
        EXPECT_GE(result.pv.size(), 6U) << to_fen(game.position());
        ASSERT_TRUE(result.ponder);
        EXPECT_EQ(*result.ponder, result.pv[1]);
        std::vector<Position> passed{game.position()};
        for (const Move& move : result.pv) {
            passed.push_back(play(passed.back(), move));
            EXPECT_EQ(std::count(passed.begin(), passed.end(), passed.back()), 1);
        }
    }
}

TEST(Searcher, RepeatsItselfExactlyWithOneThread) {
    Searcher one = make_searcher();
    Searcher two = make_searcher();
    Limits by_nodes;
    by_nodes.nodes = 123456;
    for (const Limits& limits : {to_depth(11), by_nodes}) {
        const SearchResult a = one.search(Game(), limits);
        const SearchResult b = two.search(Game(), limits);
        EXPECT_EQ(a.nodes, b.nodes);
        EXPECT_EQ(a.score, b.score);
        EXPECT_EQ(a.pv, b.pv);
        one.clear();
        two.clear();
    }
}

TEST(Searcher, FinishesItsDepthWithTwoThreads) {
    Searcher searcher = make_searcher(2);
    EXPECT_EQ(searcher.search(Game(), to_depth(10)).depth, 10);
}

TEST(Searcher, KeepsTheNodeLimit) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.nodes = 5000;
    EXPECT_EQ(searcher.search(Game(), limits).nodes, 5000U);
}

// The second of White's two jumps is the better one, which a search sees with one ply.
TEST(Searcher, LooksAtEveryMoveOnceWhateverTheLimits) {
    const Game game = game_at("W:W14,26:B9,10,17,18");
    const Move best = *Searcher(Evaluation, {.hash_bytes = 1 << 22}).search(game, to_depth(1)).best;
    ASSERT_NE(best, legal_moves(game.position())[0]);
    Limits one_node;
    one_node.nodes = 1;
    Limits no_time;
    no_time.move_time = 0ms;
    std::stop_source stopped;
    stopped.request_stop();
    for (const int threads : {1, 2}) {
        Searcher searcher = make_searcher(threads);
        for (const SearchResult& result : {searcher.search(game, one_node),
                                           searcher.search(game, no_time),
                                           searcher.search(game, {}, stopped.get_token())}) {
            EXPECT_EQ(result.best, best);
            EXPECT_EQ(result.depth, 1);
            EXPECT_LT(result.nodes, 1000U);
        }
    }
}

TEST(Searcher, TellsWhatItHasSeenWhenItLooksOnce) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.nodes = 1;
    limits.multi_pv = 7;
    int lines = 0;
    searcher.search(Game(), limits, {}, [&](const SearchInfo&) { ++lines; });
    EXPECT_EQ(lines, 7);
}

TEST(Searcher, ASearchForADecisionKeepsItsLimits) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.nodes = 1;
    limits.until_decided = true;
    EXPECT_EQ(searcher.search(Game(), limits).depth, 0);
}

// With what the table knows one ply is enough for what takes many.
TEST(Searcher, PlaysWhatItKnowsWithoutTime) {
    Searcher searcher = make_searcher();
    const Game game = game_at("W:WK18,K22:BK1");
    const SearchResult seen = searcher.search(game, to_depth(19));
    ASSERT_TRUE(plies_to_end(seen.score));
    Limits no_time;
    no_time.move_time = 0ms;
    EXPECT_EQ(searcher.search(game, no_time).best, seen.best);
}

TEST(Searcher, KeepsTheMoveTime) {
    Searcher searcher = make_searcher();
    for (const auto time : {30ms, 100ms, 250ms}) {
        Limits limits;
        limits.move_time = time;
        const Stopwatch watch;
        EXPECT_TRUE(searcher.search(Game(), limits).best);
        const double over = watch.seconds() - std::chrono::duration<double>(time).count();
        EXPECT_LT(over, 0.020);
        EXPECT_GT(over, -0.010);
    }
}

// A new searcher for each search: nothing of its table has been touched, no thread been started.
TEST(Searcher, NeverOverstepsAMoveTimeWithALargeTableAndThreads) {
    Random random(21);
    for (int i = 0; i < 20; ++i) {
        const auto time = Milliseconds(50 + 10 * (i % 6));
        const Game game = random_game(random, 2 * i);
        const auto seconds_over = [&] {
            Searcher searcher(Evaluation,
                              {.hash_bytes = std::size_t{256} << 20,
                               .threads = i % 5 == 0 ? 2 : 1,
                               .params = {}});
            return overrun_of(searcher, game, time);
        };
        // Once more, for another process may have had the processor.
        const double over = seconds_over();
        EXPECT_LT(over < 0.020 ? over : seconds_over(), 0.020) << to_fen(game.position());
    }
}

TEST(Searcher, KeepsTheMoveTimeWithMoreThreadsThanProcessors) {
    const int threads = 4 * std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    Searcher searcher(Evaluation, {.hash_bytes = std::size_t{16} << 20, .threads = threads});
    // The best of some tries, for another process may have had the processor.
    double over = 1;
    for (int i = 0; i < 5 && over >= 0.020; ++i)
        over = std::min(over, overrun_of(searcher, Game(), 150ms));
    EXPECT_LT(over, 0.020);
}

TEST(Searcher, DoesNotWaitLongForALargeTableThatIsBeingCleared) {
    Searcher searcher(Evaluation, {.hash_bytes = std::size_t{1} << 30});
    // The best of some tries, for another process may have had the processor.
    double over = 1;
    for (int i = 0; i < 5 && over >= 0.020; ++i) {
        const Stopwatch watch;
        searcher.start_clearing();
        over = std::min(over, watch.seconds() + overrun_of(searcher, Game(), 20ms));
    }
    EXPECT_LT(over, 0.020);
}

TEST(Searcher, RepeatsItselfExactlyAfterClearingALargeTable) {
    Searcher searcher(Evaluation, {.hash_bytes = std::size_t{128} << 20});
    const std::uint64_t nodes = searcher.search(Game(), to_depth(9)).nodes;
    EXPECT_LT(searcher.search(Game(), to_depth(9)).nodes, nodes);
    for (int i = 0; i < 3; ++i) {
        searcher.start_clearing();
        if (i == 1) searcher.start_clearing();
        if (i == 2) searcher.clear();
        EXPECT_EQ(searcher.search(Game(), to_depth(9)).nodes, nodes);
    }
    searcher.start_clearing();  // and is destroyed
}

TEST(Searcher, SpendsAFairShareOfTheRemainingTime) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.remaining = 1000ms;
    const Stopwatch watch;
    EXPECT_TRUE(searcher.search(Game(), limits).best);
    EXPECT_LT(watch.seconds(), 0.4);
}

TEST(Searcher, StopsWhenAsked) {
    Searcher searcher = make_searcher(2);
    std::stop_source source;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(50ms);
        source.request_stop();
    });
    Limits limits;
    limits.infinite = true;
    const Stopwatch watch;
    EXPECT_TRUE(searcher.search(Game(), limits, source.get_token()).best);
    EXPECT_LT(watch.seconds(), 0.5);
    EXPECT_GT(watch.seconds(), 0.045);
}

TEST(Searcher, InfiniteWaitsEvenWithNothingToFind) {
    Searcher searcher = make_searcher();
    std::stop_source source;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(50ms);
        source.request_stop();
    });
    Limits limits = to_depth(1);
    limits.infinite = true;
    const Stopwatch watch;
    searcher.search(game_at("B:W18:B14"), limits, source.get_token());
    EXPECT_GT(watch.seconds(), 0.045);
}

TEST(Searcher, PonderingEndsSomeTimeAfterTheHit) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.ponder = true;
    limits.move_time = 50ms;
    std::stop_source hit;
    limits.ponder_hit = hit.get_token();
    std::jthread hitter([&] {
        std::this_thread::sleep_for(150ms);
        hit.request_stop();
    });
    const Stopwatch watch;
    EXPECT_TRUE(searcher.search(Game(), limits).best);
    EXPECT_GT(watch.seconds(), 0.190);
    EXPECT_LT(watch.seconds(), 0.5);
}

TEST(Searcher, AHitBeforeTheSearchHasBegunCounts) {
    Searcher searcher = make_searcher();
    Limits limits;
    limits.ponder = true;
    limits.move_time = 50ms;
    std::stop_source hit;
    limits.ponder_hit = hit.get_token();
    hit.request_stop();
    const Stopwatch watch;
    EXPECT_TRUE(searcher.search(Game(), limits).best);
    EXPECT_GT(watch.seconds(), 0.040);
}

TEST(Searcher, ListsTheBestMovesInOrder) {
    Searcher searcher = make_searcher();
    Limits limits = to_depth(8);
    limits.multi_pv = 3;
    std::vector<SearchInfo> last(4);
    searcher.search(Game(), limits, {}, [&](const SearchInfo& info) {
        last[static_cast<std::size_t>(info.rank)] = info;
    });
    EXPECT_GE(last[1].score, last[2].score);
    EXPECT_GE(last[2].score, last[3].score);
    EXPECT_NE(last[1].pv[0], last[2].pv[0]);
    EXPECT_NE(last[2].pv[0], last[3].pv[0]);
    EXPECT_NE(last[1].pv[0], last[3].pv[0]);
}

TEST(Searcher, LooksOnlyAtTheMovesItIsGiven) {
    Searcher searcher = make_searcher();
    for (const Move& move : legal_moves(Position::start())) {
        Limits limits = to_depth(6);
        limits.search_moves = {move};
        EXPECT_EQ(searcher.search(Game(), limits).best, move);
    }
}

TEST(Searcher, TakesARepetitionForADraw) {
    // White, a king down, has been let out once before; going there again is a draw in the search.
    Game game = game_at("B:WK32:BK1,K6");
    for (const char* text : {"1-5", "32-28", "5-1", "28-32"})
        game.play(parse_move(game.position(), text).value());
    Searcher searcher = make_searcher();
    Limits limits = to_depth(2);
    limits.search_moves = {parse_move(game.position(), "1-5").value()};
    // White's best answer repeats 32-28: occurs a second time, hence 0 instead of a king down.
    EXPECT_EQ(searcher.search(game, limits).score, DrawScore);
}

TEST(Searcher, SeesTheEndOfPatience) {
    // 79 quiet plies have passed: whatever Black plays is the 80th, unless a man moves.
    Game game = game_at("B:WK32:BK1,K6");
    const char* const cycle[] = {"1-5", "32-28", "5-1", "28-32"};
    for (int i = 0; i < 78; ++i) game.play(parse_move(game.position(), cycle[i % 4]).value());
    ASSERT_EQ(game.quiet_plies(), 78);
    Searcher searcher = make_searcher();
    EXPECT_EQ(searcher.search(game, to_depth(6)).score, DrawScore);
}

}  // namespace deepwell::search
