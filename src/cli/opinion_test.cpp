#include "cli/opinion.h"

#include <gtest/gtest.h>

#include "board/movegen.h"
#include "board/notation.h"
#include "search/search_score.h"

namespace deepwell::cli {

TEST(Opinion, NamesTheSideThatIsAhead) {
    EXPECT_EQ(in_words({Side::Black, 0, {}}), "even");
    EXPECT_EQ(in_words({Side::Black, -5, {}}), "about even (0.05 for White)");
    EXPECT_EQ(in_words({Side::White, 35, {}}), "White is slightly better (0.35)");
    EXPECT_EQ(in_words({Side::White, -60, {}}), "Black is better (0.60)");
    EXPECT_EQ(in_words({Side::Black, 120, {}}), "Black is clearly better (1.20)");
    EXPECT_EQ(in_words({Side::Black, MaxEvaluation, {}}), "Black is winning, it seems (200.00)");
}

TEST(Opinion, SaysWhatIsCertain) {
    EXPECT_EQ(in_words({Side::Black, 40, Wdl::Draw}), "drawn");
    EXPECT_EQ(in_words({Side::Black, 40, Wdl::Win}), "Black wins");
    EXPECT_EQ(in_words({Side::Black, search::WinScore - 23, Wdl::Win}), "Black wins, 23 plies");
    EXPECT_EQ(in_words({Side::Black, search::loss_at(1), Wdl::Loss}), "White wins, 1 ply");
    EXPECT_EQ(in_words({Side::White, search::DatabaseWin - 4, {}}), "White wins");
}

TEST(Opinion, HasAShortForm) {
    EXPECT_EQ(score_text({Side::Black, 35, {}}), "+0.35");
    EXPECT_EQ(score_text({Side::White, -120, {}}), "-1.20");
    EXPECT_EQ(score_text({Side::White, search::WinScore - 7, Wdl::Win}), "won in 7");
    EXPECT_EQ(score_text({Side::White, -3, Wdl::Loss}), "lost");
    EXPECT_EQ(score_text({Side::White, -3, Wdl::Draw}), "drawn");
}

TEST(Opinion, WritesALineOfPlay) {
    Position position = Position::start();
    std::vector<Move> line;
    for (int ply = 0; ply < 4; ++ply) {
        line.push_back(legal_moves(position)[0]);
        position = play(position, line.back());
    }
    const std::string first = to_text(Position::start(), line[0]);
    EXPECT_EQ(line_text(Position::start(), line, 1), first + " ...");
    EXPECT_EQ(line_text(Position::start(), std::span(line).first(1), 1), first);
    EXPECT_EQ(line_text(Position::start(), {}, 5), "");
}

}  // namespace deepwell::cli
