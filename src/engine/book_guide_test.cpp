#include "engine/book_guide.h"

#include <cstdlib>
#include <gmock/gmock.h>

#include "board/movegen.h"
#include "board/notation.h"
#include "book/book_builder.h"
#include "engine/search.h"

namespace deepwell::engine {
namespace {

// Black won with 9-14, drew with 11-15 and lost with 10-15.
class BookGuideTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-guide-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        book::BookBuilder builder;
        add(builder, "9-14", Outcome::BlackWins);
        add(builder, "11-15", Outcome::Draw);
        add(builder, "10-15", Outcome::WhiteWins);
        book::write_book(path(), builder.finish(nullptr), builder.games());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static void add(book::BookBuilder& builder, const char* move, Outcome outcome) {
        Game game;
        game.play(parse_move(game.position(), move).value());
        builder.add(game, outcome);
    }
    std::filesystem::path path() const { return folder_ / "games.book"; }

    std::filesystem::path folder_;
};

TEST_F(BookGuideTest, LeansMoreTowardsWinsThanDrawsAndALittleAwayFromLosses) {
    const BookGuide guide(path(), BookGuide::Use::Bias);
    const auto bonuses = guide.bonuses(Position::start());
    ASSERT_EQ(bonuses.size(), 3U);  // the best first
    EXPECT_GT(bonuses[0].bonus, bonuses[1].bonus);
    EXPECT_GT(bonuses[1].bonus, 0);
    EXPECT_LT(bonuses[2].bonus, 0);
    EXPECT_GT(bonuses[1].bonus, -bonuses[2].bonus);
    EXPECT_FALSE(guide.move_to_follow(Position::start()));
}

TEST_F(BookGuideTest, FollowsTheBestMoveUnlessItLoses) {
    const BookGuide guide(path(), BookGuide::Use::Follow);
    EXPECT_EQ(guide.move_to_follow(Position::start()), *parse_move(Position::start(), "9-14"));
    const Position unknown = play(Position::start(), *parse_move(Position::start(), "12-16"));
    EXPECT_FALSE(guide.move_to_follow(unknown));
    EXPECT_TRUE(guide.bonuses(unknown).empty());
}

TEST_F(BookGuideTest, TheEnginesSearchPlaysFromIt) {
    Settings settings;
    for (const auto& [name, text] : {std::pair<const char*, std::string>{"book", "follow"},
                                     {"book-file", path().string()},
                                     {"egdb-pieces", "0"},
                                     {"hash", "1"}})
        ASSERT_FALSE(settings.set(name, text));
    const auto search = make_search(settings);
    ASSERT_TRUE(search);
    search::Limits limits;
    limits.depth = 1;
    const auto result = (*search)->search(Game(), limits, {}, {});
    EXPECT_EQ(result.best, *parse_move(Position::start(), "9-14"));
    EXPECT_EQ(result.nodes, 0U);
    limits.wants_score = true;
    EXPECT_GT((*search)->search(Game(), limits, {}, {}).nodes, 0U);
}

}  // namespace
}  // namespace deepwell::engine
