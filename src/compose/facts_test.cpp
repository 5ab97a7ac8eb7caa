#include "compose/facts.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "compose/likeness.h"
#include "compose/report.h"
#include "compose/sheet.h"

namespace deepwell::compose {

namespace {

std::vector<Move> line(Position position, std::initializer_list<const char*> texts) {
    std::vector<Move> moves;
    for (const char* const text : texts) {
        moves.push_back(*parse_move(position, text));
        position = play(position, moves.back());
    }
    return moves;
}

}  // namespace

// White gives 13-9, is jumped, and takes two in return, on the way to the king row.
TEST(Facts, CountWhatHappensInTheLine) {
    const Position position = *parse_fen("W:W13,22,K21:B6,K32");
    const auto moves = line(position, {"13-9", "6x13", "22-18", "32-27"});
    const Facts facts = facts_of(position, moves, Side::White);
    EXPECT_EQ(facts.length, 4);
    EXPECT_EQ(facts.jumps, 1);
    EXPECT_EQ(facts.sacrifices, 1);
    EXPECT_EQ(facts.kings_made, 0);
    EXPECT_EQ(facts.pieces_start, 5);
    EXPECT_EQ(facts.pieces_end, 4);
    EXPECT_EQ(facts_of(position, moves, Side::Black).sacrifices, 0);
}

TEST(Facts, CountKings) {
    const Position position = *parse_fen("W:W6:B27");
    EXPECT_EQ(facts_of(position, line(position, {"6-1", "27-31"}), Side::White).kings_made, 2);
}

TEST(Facts, ALineNeedsItsPieces) {
    const Position position = *parse_fen("W:W13,22:B6,K32");
    const auto moves = line(position, {"13-9", "6x13"});
    EXPECT_TRUE(can_be_played(position, moves));
    EXPECT_TRUE(can_be_played(*parse_fen("W:W13:B6,K32"), moves));
    EXPECT_FALSE(can_be_played(*parse_fen("W:W13,22:BK32"), moves));
}

TEST(Likeness, SeesTurnedBoardsAndSingleSteps) {
    const Position position = *parse_fen("W:WK18,22:B1,K30");
    EXPECT_TRUE(are_alike(position, turned(position)));
    EXPECT_TRUE(are_alike(position, *parse_fen("W:WK18,22:B1,K31")));
    EXPECT_FALSE(are_alike(position, *parse_fen("W:WK18,23:B1,K31")));
    EXPECT_FALSE(are_alike(position, *parse_fen("W:WK18,K22:B1,K30")));
    Collection collection;
    EXPECT_FALSE(collection.has_one_like(position));
    collection.add(turned(position));
    EXPECT_TRUE(collection.has_one_like(position));
}

// Worked by hand: 0, 0, 2 and 6 percent.
TEST(Report, CountsAsThePaperDoes) {
    std::vector<Improvement> improvements(4);
    for (Improvement& improvement : improvements) improvement.before = improvement.after = 100;
    improvements[2].after = 102;
    improvements[3].after = 106;
    improvements[3].steps.resize(3);
    improvements[3].steps[0].change = Change::AddSafe;
    const ImprovementReport report = report_on(improvements);
    EXPECT_EQ(report.problems, 4U);
    EXPECT_DOUBLE_EQ(report.average, 2);
    EXPECT_DOUBLE_EQ(report.variance, 6);
    EXPECT_NEAR(report.deviation, 2.449, 0.001);
    EXPECT_EQ(report.unimproved, 2U);
    EXPECT_EQ(report.below_deviation, 1U);
    EXPECT_EQ(report.above_deviation, 1U);
    EXPECT_DOUBLE_EQ(report.share(report.improved()), 50);
    EXPECT_DOUBLE_EQ(report.most, 6);
    EXPECT_EQ(report.changes, 3U);
    EXPECT_EQ(report.by_change[static_cast<std::size_t>(Change::AddSafe)], 1U);
    EXPECT_DOUBLE_EQ(report.changes_per_problem(), 0.75);
    EXPECT_EQ(report_on({}).share(0), 0);
}

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1))
        ++count;
    return count;
}

}  // namespace

TEST(Sheet, ShowsProblemsAndHidesNothingInThem) {
    const Position position = *parse_fen("W:WK18,22:B1,K30");
    const SheetProblem entry{
        {.name = "<Gem> & co", .position = position, .stipulation = Wdl::Win}, {}, "", 2};
    const std::string page = sheet_of("Sheet", {entry});
    EXPECT_NE(page.find("&lt;Gem&gt; &amp; co"), std::string::npos);
    EXPECT_EQ(page.find("<Gem>"), std::string::npos);
    EXPECT_LT(page.find("<svg"), page.find("Solutions"));
    EXPECT_EQ(count_of(page, "&#9733;"), 2U);  // stars of its grade
    EXPECT_EQ(count_of(page, "&#9734;"), 3U);
    const std::string svg = board_svg(position);
    EXPECT_EQ(count_of(svg, "r='8.2'"), 4U);  // pieces
    EXPECT_EQ(count_of(svg, "<text"), 28U);   // numbers of empty squares
}

// The key in bold, the other defence small, the dual in its place; numbers as composers count.
TEST(Sheet, PrintsTheSolution) {
    const Position start = *parse_fen("W:WK18,K27:B1,K11");
    const auto ply = [](const Position& before, const char* text) {
        return SolutionPly{.before = before, .move = *parse_move(before, text)};
    };
    Solution solution;
    solution.verdict = Verdict::Dual;
    solution.stipulation = Wdl::Win;
    solution.line.push_back(ply(start, "18-15"));
    solution.key = solution.line[0].move;
    const Position answered = play(start, *solution.key);
    solution.line.push_back(ply(answered, "11x18"));
    const Position third = play(answered, solution.line[1].move);
    solution.line.push_back(ply(third, "27-23"));
    solution.line[2].seconds.push_back({.move = *parse_move(third, "27-24")});
    const std::string page =
        sheet_of("Sheet", {{{.name = "", .position = start}, solution, "", 0}});
    EXPECT_NE(page.find("<b>1.&nbsp;18&#8288;-&#8288;15!</b> <b>11x18</b> "
                        "<b>2.&nbsp;27&#8288;-&#8288;23</b> <i>Dual: 27-24.</i>"),
              std::string::npos)
        << page.substr(page.find("Solutions"));
}

}  // namespace deepwell::compose
