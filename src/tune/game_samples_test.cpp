#include "tune/game_samples.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "eval/chinook.h"

namespace deepwell::tune {
namespace {

Game played(std::initializer_list<const char*> moves) {
    Game game;
    for (const char* const move : moves) game.play(*parse_move(game.position(), move));
    return game;
}

std::vector<Sample> labelled(const RecordedGame& game, Label label) {
    NoProgress silent;
    const ChinookEvaluator evaluator;
    const auto batches = samples_of(
        {game}, {.label = label, .nodes = 500, .first_ply = 0}, evaluator, nullptr, {}, silent);
    return batches.at(0).samples;
}

TEST(GameSamples, TheResultIsSeenByTheSideToMove) {
    const auto samples =
        labelled({played({"11-15", "23-19", "8-11"}), Outcome::BlackWins}, Label::Result);
    ASSERT_EQ(samples.size(), 4U);
    for (const Sample& sample : samples)
        EXPECT_EQ(sample.result, sample.position.side == Side::Black ? Wdl::Win : Wdl::Loss);
    EXPECT_TRUE(samples[0].opens_game);
    EXPECT_FALSE(samples[1].opens_game);
}

TEST(GameSamples, JumpsAndUnknownResultsAreLeftOut) {
    // 22-18 offers a man: Black must jump, and White then jumps back.
    const auto samples =
        labelled({played({"11-15", "22-18", "15x22"}), Outcome::Draw}, Label::Result);
    EXPECT_EQ(samples.size(), 2U);
    EXPECT_TRUE(labelled({played({"11-15"}), Outcome::Open}, Label::Result).empty());
}

TEST(GameSamples, ASearchMayLabelToo) {
    const RecordedGame game{played({"11-15", "23-19", "8-11"}), Outcome::Draw};
    bool any = false;
    for (const Sample& sample : labelled(game, Label::Search)) any |= sample.score != 0;
    EXPECT_TRUE(any);
    for (const Sample& sample : labelled(game, Label::Result)) EXPECT_EQ(sample.score, 0);
}

TEST(GameSamples, MovesWithoutAChoiceTeachNothing) {
    const auto moves =
        master_moves_of({{played({"11-15", "22-18", "15x22", "25x18"}), Outcome::Draw}}, 0);
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(to_text(moves[1].position, moves[1].move), "22-18");
}

}  // namespace
}  // namespace deepwell::tune
