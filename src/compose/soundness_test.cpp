// Verdicts on small problems whose truth the prover finds without databases, or with those of
// memory: see tests/cli/test_compose.py for the ones that need files.

#include "compose/soundness.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/notation.h"
#include "compose/improve.h"
#include "compose/solution_pdn.h"
#include "eval/evaluators.h"

namespace deepwell::compose {

namespace {

class Soundness : public testing::Test {
protected:
    Solution checked(const char* fen, std::optional<Wdl> stipulation, const char* key = nullptr) {
        Problem problem{.name = "", .position = *parse_fen(fen), .stipulation = stipulation};
        if (key != nullptr) problem.printed_key = *parse_move(problem.position, key);
        truth.clear();
        problem_ = problem;
        return check(problem, truth, {.limits = {.nodes = 300'000}});
    }

    std::shared_ptr<const Evaluator> evaluator = default_evaluator();
    Truth truth{*evaluator, nullptr, {.table_bytes = std::size_t{16} << 20}};
    Problem problem_;
};

}  // namespace

// White gives 14-9 and jumps both men; any other move lets Black go on to a king.
TEST_F(Soundness, AStrokeIsSound) {
    const Solution solution = checked("W:W14,K23:B5,10", Wdl::Win);
    EXPECT_NE(solution.verdict, Verdict::False);
    EXPECT_EQ(solution.value, WdlRange::exactly(Wdl::Win));
}

// Two black men that White can take in two ways.
TEST_F(Soundness, TwoFirstMovesAreACook) {
    const Solution solution = checked("W:WK18:B14,15", Wdl::Win);
    EXPECT_EQ(solution.verdict, Verdict::Cooked);
    EXPECT_EQ(solution.cooks().size(), 1U);
    EXPECT_TRUE(solution.key);
}

TEST_F(Soundness, AnotherValueIsFalse) {
    EXPECT_EQ(checked("W:WK18:B14,15", Wdl::Draw).verdict, Verdict::False);
    EXPECT_EQ(checked("W:WK1:BK32", Wdl::Win).verdict, Verdict::False);
}

TEST_F(Soundness, WithoutAStipulationTheValueIsProven) {
    const Solution solution = checked("W:W22:B13", std::nullopt);
    ASSERT_TRUE(solution.stipulation);
    EXPECT_EQ(WdlRange::exactly(*solution.stipulation), solution.value);
}

TEST_F(Soundness, TooSmallABudgetDecidesNothing) {
    const Problem problem{.name = "", .position = Position::start(), .stipulation = std::nullopt};
    const Solution solution = check(problem, truth, {.limits = {.nodes = 200}});
    EXPECT_EQ(solution.verdict, Verdict::Undecided);
    EXPECT_FALSE(solution.stipulation);
    EXPECT_TRUE(solution.line.empty());
}

TEST_F(Soundness, APrintedKeyThatFailsIsACook) {
    // 18x9 takes one man only and loses the win? Both jumps win here, so it is a plain cook.
    const Solution solution = checked("W:WK18:B14,15", Wdl::Win, "18x9");
    ASSERT_TRUE(solution.key);
    EXPECT_EQ(to_text(problem_.position, *solution.key), "18x9");
    EXPECT_FALSE(solution.printed_key_fails);
}

TEST_F(Soundness, TheSameEveryTime) {
    const Solution first = checked("W:W22,K18:B13,K5", std::nullopt);
    const Solution second = checked("W:W22,K18:B13,K5", std::nullopt);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.moves(), second.moves());
    EXPECT_EQ(first.verdict, second.verdict);
}

TEST_F(Soundness, AStopIsSaid) {
    std::stop_source source;
    source.request_stop();
    const Problem problem{.name = "", .position = Position::start(), .stipulation = std::nullopt};
    const Solution solution = check(problem, truth, {.limits = {.stop = source.get_token()}});
    EXPECT_TRUE(solution.is_stopped);
    EXPECT_EQ(solution.verdict, Verdict::Undecided);
}

TEST_F(Soundness, TheSolutionBecomesAGame) {
    const Solution solution = checked("W:WK18:B14,15", Wdl::Win);
    const PdnGame game = pdn_of(problem_, solution);
    EXPECT_EQ(tag_value(game, "Verdict"), "cooked");
    EXPECT_EQ(tag_value(game, "Stipulation"), "White to play and win");
    ASSERT_FALSE(game.main.moves.empty());
    EXPECT_NE(game.main.moves[0].comment_after.find("Cook: "), std::string::npos);
}

TEST_F(Soundness, ImprovingKeepsTheResult) {
    const Problem problem{
        .name = "", .position = *parse_fen("W:WK18:B14,15"), .stipulation = Wdl::Win};
    for (const Method method : {Method::Hill, Method::Beam, Method::Anneal}) {
        ImproveOptions options;
        options.method = method;
        options.limits.nodes = 200'000;
        options.workshop.proof_nodes = 2000;
        options.workshop.constraints.most_pieces = 3;
        const auto improved = improve(problem, truth, options);
        ASSERT_TRUE(improved) << improved.error();
        EXPECT_GE(improved->after, improved->before);
        EXPECT_LE(improved->result.position.occupied().count(), 3);
        EXPECT_EQ(improved->result.position.side, Side::White);
        EXPECT_EQ(checked(to_fen(improved->result.position).c_str(), Wdl::Win).value,
                  WdlRange::exactly(Wdl::Win));
    }
}

TEST_F(Soundness, AFalseProblemIsNotImproved) {
    const Problem problem{
        .name = "", .position = *parse_fen("W:WK18:B14,15"), .stipulation = Wdl::Draw};
    ImproveOptions options;
    options.limits.nodes = 50'000;
    EXPECT_EQ(improve(problem, truth, options).error(), "its stipulation is false");
}

}  // namespace deepwell::compose
