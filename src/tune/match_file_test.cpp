#include "tune/match_file.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <unistd.h>

#include "base/files.h"
#include "board/notation.h"
#include "board/pdn_reader.h"
#include "search/search_score.h"

namespace deepwell::tune {
namespace {

using testing::HasSubstr;

MatchTitle title() {
    return {"Alpha", "Beta", "match Alpha 'Beta' --seed 1 # 6 pieces"};
}

MatchGame game_number(std::uint64_t number, Outcome outcome = Outcome::WhiteWins) {
    MatchGame game;
    game.number = number;
    game.opening = "a \"quoted\" one";
    PlayedGame& played = game.played;
    for (const auto* text : {"11-15", "23-19", "8-11"})
        played.game.play(*parse_move(played.game.position(), text));
    played.opening_plies = 1;
    Thought thought;
    thought.move = played.game.moves()[1];
    thought.score = -35;
    thought.depth = 17;
    thought.seconds = 1.2;
    played.thoughts = {thought, thought};
    played.thoughts[1].move = played.game.moves()[2];
    played.thoughts[1].score = search::WinScore - 12;
    played.outcome = outcome;
    played.reason = "Black forfeits: crash";
    game.points = points_of(outcome, number);
    return game;
}

class MatchFileTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove(path_); }
    void TearDown() override { std::filesystem::remove(path_); }

    void write(std::initializer_list<std::uint64_t> numbers) const {
        auto file = MatchFile::open(path_, title()).value();
        for (const std::uint64_t number : numbers) file.append(game_number(number));
    }

    std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                  (std::string("deepwell-match-") +
                                   testing::UnitTest::GetInstance()->current_test_info()->name() +
                                   "-" + std::to_string(::getpid()) + ".pdn");
};

TEST_F(MatchFileTest, AGameIsWrittenWithScoresAndReason) {
    const std::string text = to_pdn(game_number(3), title());
    EXPECT_THAT(text, HasSubstr("[Round \"2.2\"]\n[Black \"Beta\"]\n[White \"Alpha\"]\n"));
    EXPECT_THAT(text, HasSubstr("[Result \"1-0\"]"));  // by the standard: White won
    EXPECT_THAT(text, HasSubstr("[Termination \"Black forfeits: crash\"]"));
    EXPECT_THAT(text, HasSubstr("1. 11-15 23-19 {-0.35/17 1.2s} 2. 8-11 {+99.88/17 1.2s} *\n\n"));
    const PdnFile read = read_pdn(text, "x");
    EXPECT_TRUE(read.errors.empty());
    EXPECT_EQ(tag_value(read.games.at(0), "Opening"), "a \"quoted\" one");
}

TEST_F(MatchFileTest, AFileRemembersItsGames) {
    EXPECT_TRUE(MatchFile::open(path_, title())->finished().empty());
    write({0, 5});
    write({2});
    const auto file = MatchFile::open(path_, title());
    ASSERT_TRUE(file);
    EXPECT_EQ(file->finished().size(), 3U);
    EXPECT_EQ(file->finished().at(0).points, Points::Loss);
    EXPECT_EQ(file->finished().at(5).points, Points::Win);
    EXPECT_TRUE(file->finished().at(2).is_forfeit);
}

TEST_F(MatchFileTest, ATornEndIsCutOffWhereverItWasTorn) {
    const std::string whole = to_pdn(game_number(0), title());
    const std::string next = to_pdn(game_number(1), title());
    for (std::size_t length = 0; length < next.size(); length += 7) {
        write_file_atomically(path_, whole + next.substr(0, length));
        const auto file = MatchFile::open(path_, title());
        ASSERT_TRUE(file) << file.error();
        EXPECT_EQ(file->finished().size(), 1U) << length;
        EXPECT_EQ(*read_file(path_), whole) << length;
    }
    write_file_atomically(path_, whole.substr(0, 50));
    EXPECT_TRUE(MatchFile::open(path_, title())->finished().empty());
    EXPECT_EQ(*read_file(path_), "");
}

TEST_F(MatchFileTest, OtherGamesAreRefusedAndKept) {
    write({0});
    const std::string before = *read_file(path_);
    MatchTitle other = title();
    other.settings = "match Alpha Gamma";
    EXPECT_THAT(MatchFile::open(path_, other).error(), HasSubstr("it holds another match"));
    EXPECT_EQ(*read_file(path_), before);
    for (const auto* text : {"[Event \"x\"]\n\n1. 11-15 *\n\n",
                             "my diary",
                             "1. 11-15 23-19 1-0\n",
                             "[Event \"x\"]\n\n1. 11-15 1-0\n",
                             "[Event \"Alpha - Beta\"]\n\n1. 9-14 1-0\n\n[Event \"x\"]"}) {
        write_file_atomically(path_, text);
        EXPECT_FALSE(MatchFile::open(path_, title())) << text;
        EXPECT_EQ(*read_file(path_), text);
    }
}

TEST_F(MatchFileTest, OneMatchAtATime) {
    const auto file = MatchFile::open(path_, title());
    EXPECT_THAT(MatchFile::open(path_, title()).error(), HasSubstr("another match is writing"));
}

}  // namespace
}  // namespace deepwell::tune
