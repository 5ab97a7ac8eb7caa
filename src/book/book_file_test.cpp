#include "book/book_file.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "base/error.h"
#include "book/book_builder.h"
#include "book/book_moves.h"
#include "book/book_tree.h"
#include "book/game_for_tests.h"

namespace deepwell::book {
namespace {

class BookFile : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-book-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        builder_.add(game_of("11-15 23-19 8-11 22-17"), Outcome::Draw);
        builder_.add(game_of("9-14 22-18 5-9"), Outcome::BlackWins);
        entries_ = builder_.finish(nullptr);
        write_book(path(), entries_, builder_.games());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path path() const { return folder_ / "games.book"; }

    std::filesystem::path folder_;
    BookBuilder builder_;
    std::vector<Entry> entries_;
};

TEST_F(BookFile, GivesBackWhatWasWritten) {
    const GameBook book(path());
    EXPECT_EQ(book.games(), 2U);
    EXPECT_EQ(book.entries(), entries_);
    BookBuilder again;
    again.add(book.entries(), book.games());
    EXPECT_EQ(again.finish(nullptr), entries_);
}

TEST_F(BookFile, FindsAPositionAndItsTwin) {
    const GameBook book(path());
    const Position after = game_of("11-15").position();
    const auto entry = book.find(after);
    const auto twin = book.find(turned(after));
    ASSERT_TRUE(entry && twin);
    EXPECT_EQ(entry->position, after);
    EXPECT_EQ(entry->moves.at(0).move, turned(twin->moves.at(0).move));
    EXPECT_EQ(entry->value, twin->value);
    EXPECT_EQ(book.value(after), entry->value);
    EXPECT_FALSE(book.find(game_of("12-16").position()));
}

TEST_F(BookFile, ListsItsMovesBestFirst) {
    const auto moves = book_moves(GameBook(path()), Position::start());
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(moves[0].value, Won);
    EXPECT_EQ(moves[0].tally, (Tally{.wins = 1}));
    EXPECT_EQ(moves[1].value, 0);
}

TEST_F(BookFile, BecomesATreeOfGames) {
    const PdnGame tree =
        book_tree(GameBook(path()), Position::start(), {.plies = 3, .least_games = 1});
    ASSERT_EQ(tree.main.moves.size(), 3U);
    ASSERT_EQ(tree.main.moves[0].variations.size(), 1U);
    EXPECT_EQ(tree.main.moves[0].variations[0].moves.size(), 3U);
    EXPECT_TRUE(book_tree(GameBook(path()), Position::start(), {.plies = 3, .least_games = 2})
                    .main.moves.empty());
}

TEST_F(BookFile, EveryFlippedByteAndEveryCutIsNoticed) {
    std::ifstream in(path(), std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), {});
    const auto write = [&](const std::string& bytes) {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
    };
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 16);
        write(bad);
        EXPECT_THROW(GameBook{path()}, Error) << at;
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, std::size_t{63}, good.size() - 1}) {
        write(good.substr(0, size));
        EXPECT_THROW(GameBook{path()}, Error) << size;
    }
    write(good + "x");
    EXPECT_THROW(GameBook{path()}, Error);
}

}  // namespace
}  // namespace deepwell::book
