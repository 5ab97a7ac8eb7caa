#include "book/forced_values.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/random.h"

namespace deepwell::book {
namespace {

constexpr Score Lost = -1000;
using Graph = std::vector<std::vector<Way>>;

Way to(NodeNumber node) {
    return {.node = node};
}
Way again(NodeNumber node) {
    return {.node = node, .keeps_turn = true};
}
Way out(Score worth) {
    return {.outside = worth};
}

TEST(ForcedValues, EachSideTakesItsBest) {
    //      0
    //    /   \.
    //   1     2
    //  3 -4  5 -9    what leads out, for the side that moves there
    const Graph graph{{to(1), to(2)}, {out(3), out(-4)}, {out(5), out(-9)}};
    EXPECT_EQ(forced_values(graph, Lost), (std::vector<Score>{-3, 3, 5}));
}

TEST(ForcedValues, ATranspositionIsOneNode) {
    const Graph graph{{to(1), to(2)}, {to(3)}, {to(3), out(1)}, {out(7)}};
    EXPECT_EQ(forced_values(graph, Lost), (std::vector<Score>{7, -7, 1, 7}));
}

TEST(ForcedValues, AForcedAnswerLeavesTheTurn) {
    const Graph graph{{again(1)}, {out(4)}};
    EXPECT_EQ(forced_values(graph, Lost), (std::vector<Score>{4, 4}));
}

TEST(ForcedValues, WhoCannotMoveHasLost) {
    const Graph graph{{to(1), out(3)}, {}};
    EXPECT_EQ(forced_values(graph, Lost), (std::vector<Score>{-Lost, Lost}));
}

TEST(ForcedValues, EndlessPlayIsADrawUnlessSomebodyLeaves) {
    // 0 and 1 can go round; only 1 can leave, for something bad.
    EXPECT_EQ(forced_values(Graph{{to(1)}, {to(0), out(-5)}}, Lost), (std::vector<Score>{0, 0}));
    // For something good it does.
    EXPECT_EQ(forced_values(Graph{{to(1)}, {to(0), out(5)}}, Lost), (std::vector<Score>{-5, 5}));
    // Both would leave for a loss: neither does.
    EXPECT_EQ(forced_values(Graph{{to(1), out(-2)}, {to(0), out(-5)}}, Lost),
              (std::vector<Score>{0, 0}));
}

// The slow oracle: what can be forced within n moves, where play that goes on is worth 0.
std::vector<Score> unrolled(const Graph& graph, int moves) {
    std::vector<Score> values(graph.size(), 0);
    for (int i = 0; i < moves; ++i) {
        std::vector<Score> next(graph.size(), Lost);
        for (std::size_t node = 0; node < graph.size(); ++node)
            for (const Way& way : graph[node]) {
                const Score beyond = way.node ? values[*way.node] : 0;
                next[node] = std::max(next[node],
                                      way.node ? (way.keeps_turn ? beyond : -beyond) : way.outside);
            }
        values = next;
    }
    return values;
}

TEST(ForcedValues, AgreeWithLongPlayOnRandomGraphs) {
    Random random(3);
    for (int trial = 0; trial < 2000; ++trial) {
        const std::uint32_t size = 1 + random.below(12);
        Graph graph(size);
        for (auto& ways : graph)
            for (std::uint32_t i = random.below(4); i > 0; --i) {
                if (random.one_in(3))
                    ways.push_back(out(static_cast<Score>(random.below(21)) - 10));
                else
                    ways.push_back({.node = random.below(size), .keeps_turn = false});
            }
        EXPECT_EQ(forced_values(graph, Lost), unrolled(graph, 64)) << "trial " << trial;
    }
}

}  // namespace
}  // namespace deepwell::book
