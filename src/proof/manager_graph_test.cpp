#include "proof/manager_graph.h"

#include <gtest/gtest.h>

#include "board/fen.h"
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
    EXPECT_GT(even.proof, numbers(node, {.database_pieces = 5}).proof);
    EXPECT_EQ(numbers(node, {.pieces = false}),
              numbers(node, {.pieces = false, .database_pieces = 5}));
}

}  // namespace

}  // namespace deepwell::proof
