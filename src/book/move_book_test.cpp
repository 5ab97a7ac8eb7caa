#include "book/move_book.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

#include "base/error.h"
#include "board/movegen.h"
#include "book/book_entry.h"
#include "book/game_for_tests.h"

namespace deepwell::book {
namespace {

MoveEntry entry_for(const std::string& line, const std::string& move) {
    const Position position = game_of(line).position();
    const Move found = *parse_move(position, move);
    return {.position = as_kept(position),
            .move = position.side == Side::Black ? found : turned(found),
            .value = -7,
            .searched = 12,
            .depth = 21,
            .is_ours = true,
            .is_changed = line.empty()};
}

class MoveBookFile : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-moves-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        write(good_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& bytes) const {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
    }
    std::filesystem::path path() const { return folder_ / "some.book"; }

    std::filesystem::path folder_;
    MoveBookHeader header_{MoveBookKind::Minimal, 12345, 6};
    std::vector<MoveEntry> entries_{entry_for("11-15", "23-19"), entry_for("", "9-14")};
    std::string good_ = to_bytes(header_, entries_);
};

TEST_F(MoveBookFile, GivesBackWhatWasWritten) {
    const MoveBook book(path());
    EXPECT_EQ(book.header(), header_);
    EXPECT_EQ(book.positions(), 2U);
    EXPECT_EQ(book.find(Position::start()), entries_[1]);
    EXPECT_TRUE(is_move_book(path()));
    EXPECT_FALSE(is_move_book(folder_ / "none"));
}

TEST_F(MoveBookFile, FindsAPositionWithEitherSideToMove) {
    const MoveBook book(path());
    const Position after = game_of("11-15").position();
    const auto entry = book.find(after);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->move, *parse_move(after, "23-19"));
    EXPECT_EQ(book.find(turned(after))->move, turned(entry->move));
    EXPECT_FALSE(book.find(game_of("12-16").position()));
}

TEST_F(MoveBookFile, EveryFlippedByteAndEveryCutIsNoticed) {
    for (std::size_t at = 0; at < good_.size(); ++at) {
        std::string bad = good_;
        bad[at] = static_cast<char>(bad[at] ^ 16);
        write(bad);
        EXPECT_THROW(MoveBook{path()}, Error) << at;
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, std::size_t{47}, good_.size() - 1}) {
        write(good_.substr(0, size));
        EXPECT_THROW(MoveBook{path()}, Error) << size;
    }
    write(good_ + "x");
    EXPECT_THROW(MoveBook{path()}, Error);
}

TEST(BuiltInBook, HasOnlyLegalMovesOfPositionsWithAChoice) {
    const auto book = MoveBook::built_in();
    ASSERT_NE(book, nullptr);
    EXPECT_GE(book->positions(), 4000U);  // the figure of the paper of 1991
    EXPECT_LT(book->bytes(), 400'000U);
    EXPECT_TRUE(book->find(Position::start()));
    for (const MoveEntry& entry : book->entries()) {
        const MoveList moves = legal_moves(entry.position);
        EXPECT_TRUE(moves.contains(entry.move));
        EXPECT_GT(moves.size(), 1U);
    }
}

}  // namespace
}  // namespace deepwell::book
