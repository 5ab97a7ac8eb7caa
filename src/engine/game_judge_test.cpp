#include "engine/game_judge.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/notation.h"
#include "search/search_score.h"

namespace deepwell::engine {

namespace {

constexpr const char* Start = "B:W21-32:B1-12";

search::Limits to_depth(int depth) {
    search::Limits limits;
    limits.depth = depth;
    return limits;
}

std::unique_ptr<Search> real_search() {
    Settings settings;
    EXPECT_FALSE(settings.set("hash", "4"));
    EXPECT_FALSE(settings.set("egdb-pieces", "0"));
    return *make_search(settings);
}

Game game_of(const char* fen, std::initializer_list<const char*> moves) {
    Game game(parse_fen(fen).value());
    for (const char* const text : moves) game.play(parse_move(game.position(), text).value());
    return game;
}

}  // namespace

TEST(Verdict, GrowsWithWhatIsLost) {
    EXPECT_EQ(verdict_of({20, {}}, {20, {}}), Verdict::Good);
    EXPECT_EQ(verdict_of({20, {}}, {0, {}}), Verdict::Good);
    EXPECT_EQ(verdict_of({20, {}}, {-10, {}}), Verdict::Dubious);
    EXPECT_EQ(verdict_of({20, {}}, {-30, {}}), Verdict::Mistake);
    EXPECT_EQ(verdict_of({20, {}}, {-70, {}}), Verdict::Blunder);
    EXPECT_EQ(verdict_of({20, {}}, {90, {}}), Verdict::Good);
}

TEST(Verdict, GoesByTheValueAloneWhereItIsCertain) {
    EXPECT_EQ(verdict_of({50, Wdl::Draw}, {-250, Wdl::Draw}), Verdict::Good);
    EXPECT_EQ(verdict_of({29'990, Wdl::Win}, {29'900, Wdl::Win}), Verdict::Good);
    EXPECT_EQ(verdict_of({29'990, Wdl::Win}, {100, Wdl::Draw}), Verdict::Blunder);
    EXPECT_EQ(verdict_of({-100, Wdl::Draw}, {-29'900, Wdl::Loss}), Verdict::Blunder);
    EXPECT_EQ(verdict_of({-29'900, Wdl::Loss}, {-29'980, Wdl::Loss}), Verdict::Good);
    EXPECT_EQ(verdict_of({29'000, Wdl::Win}, {10, {}}), Verdict::Blunder);
    EXPECT_EQ(verdict_of({10, {}}, {300, Wdl::Draw}), Verdict::Good);
}

TEST(Verdict, LeavesDecidedGamesAlone) {
    EXPECT_EQ(verdict_of({900, {}}, {400, {}}), Verdict::Good);
    EXPECT_EQ(verdict_of({29'000, Wdl::Win}, {250, {}}), Verdict::Good);
    EXPECT_EQ(verdict_of({-250, {}}, {-900, {}}), Verdict::Good);
}

TEST(Worth, OfAMoveIsThatOfThePositionAfterItTurnedRound) {
    EXPECT_EQ(seen_by_mover({30, {}}).score, -30);
    EXPECT_FALSE(seen_by_mover({30, {}}).proven);
    const Worth win = seen_by_mover({search::loss_at(4), Wdl::Loss});
    EXPECT_EQ(win.score, search::WinScore - 5);
    EXPECT_EQ(win.proven, Wdl::Win);
    EXPECT_EQ(seen_by_mover({search::WinScore - 4, Wdl::Win}).score, search::loss_at(5));
}

TEST(JudgeGame, MarksTheManThatWasGivenAway) {
    const auto search = real_search();
    const Game game = game_of(Start, {"9-14", "22-17", "14-18", "23x14"});
    int reported = 0;
    const auto judged =
        judge_game(*search, game, to_depth(7), {}, [&](const JudgedMove&) { ++reported; });
    ASSERT_EQ(judged.size(), 4U);
    EXPECT_EQ(reported, 4);
    EXPECT_LT(judged[0].verdict, Verdict::Mistake);
    EXPECT_LT(judged[1].verdict, Verdict::Mistake);
    EXPECT_GE(judged[2].verdict, Verdict::Mistake);
    EXPECT_NE(judged[2].best.best, judged[2].move);
    EXPECT_LT(judged[2].worth.score, judged[2].best.score - 40);
    EXPECT_EQ(judged[3].verdict, Verdict::Good);
}

TEST(JudgeGame, LooksAsFarBehindAnOnlyMove) {
    // 15x22 is forced.
    const auto search = real_search();
    const Game game = game_of(Start, {"11-15", "22-18", "15x22"});
    search::Limits limits;
    limits.move_time = search::Milliseconds(100);
    const auto judged = judge_game(*search, game, limits, {});
    ASSERT_EQ(judged.size(), 3U);
    EXPECT_GT(judged[2].best.depth, 3);
}

TEST(JudgeGame, KnowsTheEndOfAGame) {
    const auto search = real_search();
    const Game game = game_of("B:W18:B14", {"14x23"});
    const auto judged = judge_game(*search, game, to_depth(3), {});
    EXPECT_EQ(judged[0].verdict, Verdict::Good);
    EXPECT_EQ(judged[0].worth.proven, Wdl::Win);
    EXPECT_EQ(judged[0].worth.score, search::WinScore - 1);
}

TEST(JudgeGame, KeepsNothingThatWasStoppedHalfWay) {
    const auto search = real_search();
    const Game game = game_of(Start, {"9-14", "22-17", "14-18"});
    std::stop_source source;
    const auto judged =
        judge_game(*search, game, to_depth(5), source.get_token(), [&](const JudgedMove&) {
            source.request_stop();
        });
    EXPECT_EQ(judged.size(), 1U);
}

}  // namespace deepwell::engine
