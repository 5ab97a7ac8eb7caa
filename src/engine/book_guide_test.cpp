#include "engine/book_guide.h"

#include <cstdlib>
#include <gmock/gmock.h>

#include "base/files.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "book/book_builder.h"
#include "book/move_book.h"
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

TEST_F(BookGuideTest, LeansAwayEvenIfMoreGamesWereDrawnThanLost) {
    book::BookBuilder builder;
    for (int i = 0; i < 4; ++i) add(builder, "10-15", i == 0 ? Outcome::WhiteWins : Outcome::Draw);
    book::write_book(path(), builder.finish(nullptr), builder.games());
    const auto bonuses = BookGuide(path(), BookGuide::Use::Bias).bonuses(Position::start());
    ASSERT_EQ(bonuses.size(), 1U);
    EXPECT_EQ(bonuses[0].bonus, -1);
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
                                     {"own-book", "off"},
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

// Plays 12-16 at the start, whatever the other books say.
std::filesystem::path own_book_in(const std::filesystem::path& folder) {
    book::MoveEntry entry;
    entry.position = Position::start();
    entry.move = *parse_move(Position::start(), "12-16");
    write_file_atomically(folder / "own.book", book::to_bytes({}, {entry}));
    return folder / "own.book";
}

Settings settings_with(std::initializer_list<std::pair<const char*, std::string>> values) {
    Settings settings;
    for (const auto& [name, text] : values) EXPECT_FALSE(settings.set(name, text)) << name;
    for (const char* const name : {"egdb-pieces", "hash"})
        EXPECT_FALSE(settings.set(name, name[0] == 'h' ? "1" : "0"));
    return settings;
}

search::SearchResult first_move(const Settings& settings, bool wants_score = false) {
    const auto search = make_search(settings);
    search::Limits limits;
    limits.depth = 1;
    limits.wants_score = wants_score;
    return (*search)->search(Game(), limits, {}, {});
}

TEST_F(BookGuideTest, TheOwnBookComesBeforeTheBookOfGames) {
    const std::string own = own_book_in(folder_).string();
    const Settings both = settings_with({{"book", "follow"},
                                         {"book-file", path().string()},
                                         {"own-book", "on"},
                                         {"own-book-file", own}});
    EXPECT_EQ(first_move(both).best, *parse_move(Position::start(), "12-16"));
    EXPECT_EQ(first_move(both).nodes, 0U);
    EXPECT_GT(first_move(both, true).nodes, 0U);
    EXPECT_GT(first_move(settings_with({{"own-book", "off"}, {"own-book-file", own}})).nodes, 0U);
    EXPECT_GT(
        first_move(settings_with({{"own-book", "on"}, {"own-book-file", own}, {"level", "3"}}))
            .nodes,
        0U);
}

TEST_F(BookGuideTest, APositionThatComesAgainIsSearched) {
    const Position initial = *parse_fen("B:WK32:BK1,2");
    book::MoveEntry entry;
    entry.position = initial;
    entry.move = *parse_move(initial, "1-5");
    write_file_atomically(folder_ / "kings.book", book::to_bytes({}, {entry}));
    const auto search = make_search(
        settings_with({{"own-book", "on"}, {"own-book-file", (folder_ / "kings.book").string()}}));
    search::Limits limits;
    limits.depth = 1;
    Game game(initial);
    EXPECT_EQ((*search)->search(game, limits, {}, {}).nodes, 0U);
    for (const char* const move : {"1-5", "32-28", "5-1", "28-32"})
        game.play(*parse_move(game.position(), move));
    EXPECT_GT((*search)->search(game, limits, {}, {}).nodes, 0U);
}

TEST_F(BookGuideTest, TheMinimalBookIsPlayedWithoutASearch) {
    const std::string file = own_book_in(folder_).string();
    const Settings settings =
        settings_with({{"book", "minimal"}, {"book-file", file}, {"own-book", "off"}});
    EXPECT_EQ(first_move(settings).best, *parse_move(Position::start(), "12-16"));
    EXPECT_EQ(first_move(settings).nodes, 0U);
}

}  // namespace
}  // namespace deepwell::engine
