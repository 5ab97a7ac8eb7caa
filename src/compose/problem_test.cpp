#include <gtest/gtest.h>

#include "board/fen.h"
#include "compose/problem_reader.h"

namespace deepwell::compose {

namespace {

Position black_to_move() {
    return *parse_fen("B:WK5,21:BK14,K17");
}

std::optional<Wdl> stipulation(const char* text) {
    return *stipulation_in(text, black_to_move());
}

}  // namespace

TEST(Stipulation, IsFoundInAText) {
    EXPECT_EQ(stipulation("Gem 1. BLACK to play,  and WIN!"), Wdl::Win);
    EXPECT_EQ(stipulation("Black to move and draw"), Wdl::Draw);
    EXPECT_EQ(stipulation("black to win"), Wdl::Win);
    EXPECT_EQ(stipulation("Black to play and lose"), Wdl::Loss);
    EXPECT_EQ(stipulation("Black to play. A fine game"), std::nullopt);
    EXPECT_EQ(stipulation("White resigned to Black"), std::nullopt);
}

TEST(Stipulation, MayBeForTheSideThatWaits) {
    EXPECT_EQ(stipulation("Black to move, White to win"), Wdl::Loss);
    EXPECT_EQ(stipulation("Black to play and White wins"), Wdl::Loss);
    EXPECT_EQ(stipulation("Black to play; White to draw"), Wdl::Draw);
    EXPECT_EQ(stipulation("Black to play. White played it in 1880"), std::nullopt);
}

TEST(Stipulation, OfNonsenseIsRefused) {
    EXPECT_EQ(stipulation_in("Black to play and sing", black_to_move()).error(),
              "Black is to play and 'sing': win, draw or lose expected");
    EXPECT_EQ(stipulation_in("White to play and win", black_to_move()).error(),
              "the stipulation is for White, but Black is to move");
}

TEST(Stipulation, NamesTheSolver) {
    EXPECT_EQ(solver_of(black_to_move(), Wdl::Win), Side::Black);
    EXPECT_EQ(solver_of(black_to_move(), Wdl::Draw), Side::Black);
    EXPECT_EQ(solver_of(black_to_move(), Wdl::Loss), Side::White);
    EXPECT_EQ(stipulation_text(black_to_move(), Wdl::Draw), "Black to play and draw");
}

TEST(ProblemReader, ReadsLines) {
    const ProblemList list = read_problems(
        "# problems\n\nB:WK5,21:BK14,K17\nB:WK5,21:BK14,K17 Black to play and win\nW:W9:B9\n"
        "W:W21:BK5 what now\n",
        "x");
    ASSERT_EQ(list.problems.size(), 2U);
    EXPECT_EQ(list.problems[0].stipulation, std::nullopt);
    EXPECT_EQ(list.problems[1].stipulation, Wdl::Win);
    EXPECT_EQ(list.problems[1].position, black_to_move());
    ASSERT_EQ(list.faults.size(), 2U);
    EXPECT_EQ(list.faults[0].line, 5);
    EXPECT_EQ(list.faults[0].message, "square 9 is given twice");
    EXPECT_EQ(list.faults[1].message, "there is no stipulation in 'what now'");
}

TEST(ProblemReader, RefusesGamesThatAreOver) {
    EXPECT_EQ(problem_of_line("W:WK4:B").error(), "the game is over: Black has no pieces");
    EXPECT_EQ(problem_of_line("B:WK4:B").error(), "the game is over: Black has no pieces");
    EXPECT_EQ(problem_of_line("B:W5,6,9,10:B1 Black to play and lose").error(),
              "the game is over: Black cannot move");
    const ProblemList list = read_problems("[FEN \"B:W5,6,9,10:B1\"]\n\n*\n", "x.pdn");
    ASSERT_EQ(list.faults.size(), 1U);
    EXPECT_EQ(list.faults[0].message, "the game is over: Black cannot move");
}

TEST(ProblemReader, ReadsPdn) {
    const ProblemList list = read_problems(
        "[Event \"Gem 1\"]\n[FEN \"B:WK5,21:BK14,K17\"]\n\n{Black to play and win} 1. 14-9 *\n\n"
        "[Event \"Two\"]\n[FEN \"B:WK5,21:BK14,K17\"]\n[Stipulation \"Black to draw\"]\n\n*\n\n"
        "[Event \"Three\"]\n[FEN \"B:WK5,21:BK14,K17\"]\n[Stipulation \"soup\"]\n\n*\n\n"
        "[Event \"Four\"]\n\n1. 11-15 *\n",
        "x.pdn");
    ASSERT_EQ(list.problems.size(), 2U);
    EXPECT_EQ(list.problems[0].name, "Gem 1");
    EXPECT_EQ(list.problems[0].stipulation, Wdl::Win);
    ASSERT_TRUE(list.problems[0].printed_key);
    EXPECT_EQ(list.problems[0].printed_key->to.number(), 9);
    EXPECT_EQ(list.problems[1].stipulation, Wdl::Draw);
    EXPECT_FALSE(list.problems[1].printed_key);
    ASSERT_EQ(list.faults.size(), 2U);
    EXPECT_EQ(list.faults[0].message, "'soup' is no stipulation");
    EXPECT_EQ(list.faults[1].message, "it has no position (FEN tag)");
}

}  // namespace deepwell::compose
