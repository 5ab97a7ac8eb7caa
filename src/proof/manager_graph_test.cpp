#include "proof/manager_graph.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "proof/job_queue.h"
#include "proof/leaf_choice.h"
#include "proof/leaf_numbers.h"
#include "proof/numbering.h"

namespace deepwell::proof {

namespace {

JobReport report_on(const Position& position, WdlRange value) {
    JobReport report;
    report.position = node_position(position);
    report.value = value;
    return report;
}

class GraphOfKings : public testing::Test {
protected:
    const Leaves leaves_{nullptr};
    ManagerGraph graph_{leaves_};
};

TEST_F(GraphOfKings, TwinsAreOneNode) {
    const Position position = *parse_fen("W:WK18,22:BK1,5");
    EXPECT_EQ(graph_.add(position), graph_.add(turned(position)));
    EXPECT_EQ(graph_.size(), 1U);
    EXPECT_EQ(graph_.node(0).position.side, Side::Black);
}

TEST_F(GraphOfKings, WinsAndLossesPassUpwards) {
    const Index root = graph_.add(*parse_fen("B:WK1,K2:BK31,K32"));
    graph_.expand(root);
    ASSERT_GT(graph_.children(root).size(), 2U);
    const Index child = graph_.children(root)[0].child;
    graph_.learn(report_on(graph_.node(child).position, WdlRange::exactly(Wdl::Loss)));
    EXPECT_EQ(graph_.node(root).known, WdlRange::exactly(Wdl::Win));
    EXPECT_EQ(graph_.node(root).own, WdlRange{}) << "nobody has proved the root itself";
}

TEST_F(GraphOfKings, ALossNeedsAllMoves) {
    const Index root = graph_.add(*parse_fen("B:WK1,K2:BK31,K32"));
    graph_.expand(root);
    for (const auto& edge : graph_.children(root)) {
        EXPECT_EQ(graph_.node(root).known, WdlRange{});
        graph_.learn(edge.child, WdlRange::exactly(Wdl::Win));
    }
    EXPECT_EQ(graph_.node(root).known, WdlRange::exactly(Wdl::Loss));
}

// Two kings that cannot get at each other: everything goes round in circles, and only the graph
// as a whole shows that nobody wins.
TEST_F(GraphOfKings, CirclesShowThatNobodyWins) {
    const Index root = graph_.add(*parse_fen("B:WK32:BK1"));
    for (Index index = 0; index < graph_.size(); ++index)
        if (!graph_.node(index).is_expanded && !graph_.node(index).known.is_exact())
            graph_.expand(index);
    EXPECT_FALSE(graph_.node(root).known.is_exact());
    graph_.settle();
    EXPECT_EQ(graph_.node(root).known, WdlRange::exactly(Wdl::Draw));
}

TEST_F(GraphOfKings, AnOpenLeafKeepsTheCircleOpen) {
    const Index root = graph_.add(*parse_fen("B:WK32:BK1"));
    graph_.expand(root);
    graph_.settle();
    EXPECT_EQ(graph_.node(root).known, WdlRange{});
}

TEST_F(GraphOfKings, LikelyAnswersAreNoFacts) {
    const Index root = graph_.add(*parse_fen("B:WK1,K2:BK31,K32"));
    graph_.expand(root);
    for (const auto& edge : graph_.children(root)) {
        JobReport report = report_on(graph_.node(edge.child).position, {});
        report.outlook.score = 300;
        graph_.learn(report);
    }
    Numbering numbering(graph_, {});
    numbering.compute(root, 250);
    EXPECT_TRUE(numbering.is_decided());
    EXPECT_TRUE(graph_.node(root).of(NodeQuestion::Loses).is_yes());
    graph_.settle();
    EXPECT_EQ(graph_.node(root).known, WdlRange{});
    numbering.compute(root, 350);
    EXPECT_FALSE(numbering.is_decided());
    numbering.compute(root, InfiniteThreshold);
    EXPECT_FALSE(numbering.is_decided());
}

// What is chosen at the root, after each report that says nothing.
std::vector<LeafChoice::Choice> choices_in_vain(ManagerGraph& graph, Index root) {
    std::vector<LeafChoice::Choice> choices;
    for (;;) {
        Numbering numbering(graph, {});
        numbering.compute(root, InfiniteThreshold);
        LeafChoice choice(graph, numbering, 3, [](Index) { return false; });
        const auto next = choice.next(NodeQuestion::Wins);
        if (!next || next->leaf != root) return choices;
        choices.push_back(*next);
        JobReport report = report_on(graph.node(root).position, {});
        report.asked = next->questions;
        report.in_vain = next->in_vain;
        graph.learn(report);
    }
}

TEST_F(GraphOfKings, WanderingKingsAreAskedAgainWithMoreEffortBeforeTheirMovesAreLookedAt) {
    const Index root = graph_.add(*parse_fen("B:WK1,K2:BK31,K32"));
    const auto choices = choices_in_vain(graph_, root);
    ASSERT_EQ(choices.size(), 3U);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(choices[i].in_vain, i);
        EXPECT_EQ(choices[i].questions, QuestionSet::both());
        EXPECT_EQ(effort_after(i), std::uint64_t{1} << 2 * i);
    }
    EXPECT_TRUE(graph_.node(root).is_expanded);
}

TEST_F(GraphOfKings, WhereMenMoveOneAttemptIsEnough) {
    const Index root = graph_.add(*parse_fen("B:W31,32:BK1,2"));
    EXPECT_EQ(choices_in_vain(graph_, root).size(), 1U);
    EXPECT_TRUE(graph_.node(root).is_expanded);
}

TEST_F(GraphOfKings, AnAnsweredQuestionIsNotAskedAgain) {
    const Index root = graph_.add(*parse_fen("B:WK1,K2:BK31,K32"));
    graph_.learn(report_on(graph_.node(root).position, {Wdl::Draw, Wdl::Win}));
    const auto choices = choices_in_vain(graph_, root);
    ASSERT_EQ(choices.size(), 2U);
    EXPECT_EQ(choices[0].in_vain, 1U);
    EXPECT_EQ(choices[0].questions, QuestionSet(NodeQuestion::Wins));
}

TEST(LeafNumbers, EachTermDoesWhatItIsFor) {
    GraphNode node{.position = *parse_fen("B:W24,28,32:B1,2,3"), .known = {}, .own = {}};
    const auto numbers = [&](const GraphNode& leaf, const NumberTerms& terms = {}) {
        return leaf_numbers(leaf, NodeQuestion::Wins, 200, terms);
    };
    const Numbers even = numbers(node);
    EXPECT_EQ(even.proof, even.disproof);
    GraphNode ahead = node;
    ahead.outlook.score = 100;
    EXPECT_LT(numbers(ahead).proof, even.proof);
    EXPECT_GT(numbers(ahead).disproof, even.disproof);
    EXPECT_EQ(numbers(ahead, {.score = false}), numbers(node, {.score = false}));
    GraphNode warned = node;
    warned.outlook.warning = true;
    EXPECT_GT(numbers(warned).proof, even.proof);
    EXPECT_EQ(numbers(warned, {.warning = false}), even);
    GraphNode drawn = node;
    drawn.outlook.database_draw = true;
    EXPECT_LT(numbers(drawn).disproof, even.disproof);
    EXPECT_EQ(numbers(drawn, {.draw = false}), even);
    GraphNode kings = node;
    kings.position = *parse_fen("B:WK24,28,32:BK1,2,3");
    EXPECT_GT(numbers(kings).proof, even.proof);
    EXPECT_EQ(numbers(kings, {.kings = false}), even);
    GraphNode vain = kings;
    vain.attempts.note(NodeQuestion::Wins, 1);
    EXPECT_GT(numbers(vain).proof, numbers(kings).proof);
    EXPECT_GT(numbers(vain).disproof, numbers(kings).disproof);
    EXPECT_EQ(numbers(vain, {.vain = false}), numbers(kings, {.vain = false}));
    EXPECT_GT(even.proof, numbers(node, {.database_pieces = 5}).proof);
    EXPECT_EQ(numbers(node, {.pieces = false}),
              numbers(node, {.pieces = false, .database_pieces = 5}));
}

}  // namespace

}  // namespace deepwell::proof
