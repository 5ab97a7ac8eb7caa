#include "book/book_check.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/notation.h"
#include "eval/chinook.h"

namespace deepwell::book {
namespace {

class BookCheck : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "deepwell-check-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // The book that plays this one move, which it believes to be worth `value`.
    CheckReport checked(const char* fen, const char* move, Score value) const {
        MoveEntry entry;
        entry.position = *parse_fen(fen);
        entry.move = *parse_move(entry.position, move);
        entry.value = value;
        entry.is_ours = true;
        std::ofstream(folder_ / "a.book", std::ios::binary) << to_bytes({}, {entry});
        NoProgress silent;
        const ChinookEvaluator evaluator;
        return check_book(
            MoveBook(folder_ / "a.book"), {.nodes = 5000}, evaluator, nullptr, {}, silent);
    }

    std::filesystem::path folder_;
};

TEST_F(BookCheck, FindsALeafThatLoses) {
    const CheckReport report = checked("B:WK22:B14", "14-17", 0);  // into the king's jaws
    EXPECT_TRUE(report.finished);
    EXPECT_EQ(report.leaves, 1U);
    ASSERT_EQ(report.lost.size(), 1U);
    EXPECT_LT(report.lost[0].found, -MaxEvaluation);
}

TEST_F(BookCheck, ALossThatTheBookKnowsIsNoSurprise) {
    const CheckReport report = checked("B:WK22:B14", "14-17", -29'000);
    EXPECT_TRUE(report.lost.empty());
    EXPECT_EQ(report.known_lost, 1U);
}

TEST_F(BookCheck, GoodLeavesPass) {
    const CheckReport report = checked(to_fen(Position::start()).c_str(), "11-15", 0);
    EXPECT_EQ(report.sample.size(), 1U);
    EXPECT_TRUE(report.lost.empty());
    EXPECT_EQ(report.illegal_moves, 0U);
}

}  // namespace
}  // namespace deepwell::book
