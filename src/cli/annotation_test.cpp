#include "cli/annotation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/notation.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"
#include "search/search_score.h"

namespace deepwell::cli {

namespace {

using engine::JudgedMove;
using engine::Verdict;
using testing::HasSubstr;

// Two kings against one, White to move.
PdnGame ending() {
    return read_pdn("[FEN \"W:WK18,K19:BK1\"]\n1. 18-14 1-5 2. 14-17 *", "test").games.at(0);
}

std::vector<JudgedMove> judgement(const PdnGame& game) {
    std::vector<JudgedMove> judged;
    for (const PdnMove& node : game.main.moves) {
        JudgedMove& move = judged.emplace_back();
        move.move = node.move;
        move.best.best = node.move;
        move.best.pv = {node.move};
    }
    return judged;
}

}  // namespace

TEST(Annotation, MarksABadMoveAndShowsABetterLine) {
    PdnGame game = ending();
    auto judged = judgement(game);
    const Position before = main_game(game).positions()[2];
    judged[2].verdict = Verdict::Mistake;
    judged[2].best.best = parse_move(before, "19-15").value();
    judged[2].best.pv = {*judged[2].best.best};
    judged[2].best.score = 150;
    judged[2].worth.score = 20;
    annotate(game, judged);
    EXPECT_THAT(to_pdn(game),
                HasSubstr("14-17? {from +1.50 to +0.20} (2... 19-15 {White is winning,"));
    EXPECT_TRUE(read_pdn(to_pdn(game), "test").errors.empty());
}

TEST(Annotation, SaysWhatIsCertainOnceAndWhenItChanges) {
    PdnGame game = ending();
    auto judged = judgement(game);
    judged[0].worth = {search::WinScore - 21, Wdl::Win};
    judged[1].worth = {search::loss_at(20), Wdl::Loss};
    judged[2].worth = {0, Wdl::Draw};
    annotate(game, judged);
    EXPECT_EQ(game.main.moves[0].comment_after, "for certain: White wins, 21 plies");
    EXPECT_EQ(game.main.moves[1].comment_after, "");
    EXPECT_EQ(game.main.moves[2].comment_after, "for certain: drawn");
}

TEST(Annotation, KeepsTheRemarksOfOthers) {
    PdnGame game = ending();
    game.main.moves[0].strength = "!";
    game.main.moves[0].comment_after = "Natural.";
    auto judged = judgement(game);
    judged[0].verdict = Verdict::Blunder;
    judged[0].best.score = 130;
    annotate(game, judged);
    EXPECT_EQ(game.main.moves[0].strength, "!");
    EXPECT_EQ(game.main.moves[0].nags, std::vector<int>{4});
    EXPECT_EQ(game.main.moves[0].comment_after, "Natural.; from +1.30 to +0.00");
}

TEST(Annotation, AnotherAnnotationReplacesTheFirst) {
    PdnGame game = read_pdn(
                       "[FEN \"W:WK18,K19:BK1\"]\n1. 18-14 $2 {Hm; drawn.} (18-15 {drawn}) "
                       "1-5 {drawn} 2. 14-17? *",
                       "test")
                       .games.at(0);
    const PdnGame original = game;
    auto judged = judgement(game);
    judged[0].worth = {search::loss_at(20), Wdl::Loss};
    judged[1].worth = {0, Wdl::Draw};
    for (const std::size_t bad : {0U, 2U}) {
        judged[bad].verdict = Verdict::Blunder;
        judged[bad].best.score = 40;
    }
    annotate(game, judged);
    EXPECT_EQ(game.main.moves[0].nags, (std::vector{2, 4}));
    EXPECT_EQ(game.main.moves[0].comment_after, "Hm; drawn.; from +0.40 to lost in 20");
    EXPECT_EQ(game.main.moves[1].comment_after, "drawn; for certain: drawn");
    const std::string text = to_pdn(game);
    game = read_pdn(text, "test").games.at(0);
    annotate(game, judged);
    EXPECT_EQ(to_pdn(game), text);
    annotate(game, judgement(game));
    EXPECT_EQ(game.main, original.main);
}

TEST(Annotation, WhatPeopleWroteIsNotTakenForOurs) {
    const std::string text =
        "[FEN \"W:WK18,K19:BK1\"]\n1. 18-14? {fell from +0.40 to -0.10} (18-15 {even}) "
        "1-5 {White wins, 21 plies} 2. 14-17?? $4 {from good to bad} (14-10 {drawn}) *";
    PdnGame game = read_pdn(text, "test").games.at(0);
    const PdnLine main = game.main;
    annotate(game, judgement(game));
    EXPECT_EQ(game.main, main);
}

TEST(Annotation, AGameThatWasStoppedIsAnnotatedAsFarAsItGoes) {
    PdnGame game = ending();
    auto judged = judgement(game);
    judged.pop_back();
    judged[1].verdict = Verdict::Dubious;
    annotate(game, judged);
    EXPECT_EQ(game.main.moves[1].strength, "?!");
    EXPECT_EQ(game.main.moves.size(), 3U);
}

TEST(Annotation, IsAlsoJson) {
    const PdnGame game = ending();
    auto judged = judgement(game);
    judged[0].worth = {search::WinScore - 21, Wdl::Win};
    judged[2].verdict = Verdict::Blunder;
    const Json json = to_json(game, judged);
    EXPECT_EQ(json["fen"], "W:WK18,K19:BK1");
    EXPECT_EQ(json["blunders"], 1);
    ASSERT_EQ(json["moves"].size(), 3U);
    EXPECT_EQ(json["moves"][0]["move"], "18-14");
    EXPECT_EQ(json["moves"][0]["side"], "white");
    EXPECT_EQ(json["moves"][0]["wdl"], "win");
    EXPECT_EQ(json["moves"][0]["distance"], 21);
    EXPECT_EQ(json["moves"][1]["wdl"], nullptr);
    EXPECT_EQ(json["moves"][2]["mark"], "??");
}

}  // namespace deepwell::cli
