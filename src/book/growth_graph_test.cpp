#include "book/growth_graph.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "book/book_entry.h"
#include "book/game_for_tests.h"

namespace deepwell::book {
namespace {

Position after(const std::string& line) {
    return as_kept(game_of(line).position());
}

// What a search said after a line: the moves named with their scores; all others far below.
SearchedPosition searched(const std::string& line,
                          const std::vector<std::pair<std::string, Score>>& scores) {
    const Position position = game_of(line).position();
    SearchedPosition result{as_kept(position), {}, 10};
    for (const auto& [text, score] : scores) {
        const Move move = *parse_move(position, text);
        result.moves.push_back({position.side == Side::Black ? move : turned(move), score});
    }
    return result;
}

std::vector<Position> wanted(const GrowthGraph& graph) {
    std::vector<Position> positions;
    for (const Wanted& one : graph.wanted()) positions.push_back(one.kept);
    return positions;
}

TEST(GrowthGraph, BeginsWithItsRoots) {
    const GrowthGraph graph({after(""), after("11-15")}, {});
    EXPECT_THAT(wanted(graph), testing::UnorderedElementsAre(after(""), after("11-15")));
}

TEST(GrowthGraph, GoesIntoOurBestMoveAndTheirSensibleReplies) {
    GrowthGraph graph({after("")}, {.sensible = 10});
    graph.add(searched("", {{"11-15", 5}, {"9-14", 0}, {"9-13", -20}}));
    graph.back_up();
    // As ours only 11-15; as theirs 9-14 too, but not 9-13.
    EXPECT_THAT(wanted(graph), testing::ElementsAre(after("11-15"), after("9-14")));
}

TEST(GrowthGraph, ALineThatTurnedBadIsChangedAndTheOtherMoveOpened) {
    GrowthGraph graph({after("")}, {.sensible = 0, .unproven = 3});
    graph.add(searched("", {{"11-15", 5}, {"9-14", 2}}));
    graph.back_up();
    EXPECT_TRUE(graph.changed_moves().empty());
    graph.add(searched("11-15", {{"23-19", 40}}));
    graph.back_up();
    ASSERT_EQ(graph.changed_moves().size(), 1U);
    const ChangedMove changed = graph.changed_moves()[0];
    EXPECT_EQ(to_text(Position::start(), changed.before), "11-15");
    EXPECT_EQ(to_text(Position::start(), changed.now), "9-14");
    EXPECT_EQ(changed.score_before, 5);
    EXPECT_EQ(changed.value_before, -40);
    EXPECT_EQ(changed.value_now, -1);  // 2, less the doubt
    EXPECT_EQ(wanted(graph).front(), after("9-14"));
}

TEST(GrowthGraph, ADoubtfulAlternativeDoesNotReplaceAMoveThatIsAlittleWorse) {
    GrowthGraph graph({after("")}, {.unproven = 6});
    graph.add(searched("", {{"11-15", 5}, {"9-14", 4}}));
    graph.add(searched("11-15", {{"23-19", 0}}));
    graph.back_up();
    EXPECT_TRUE(graph.changed_moves().empty());
    EXPECT_EQ(graph.best(0).score, 0);
}

// 9-13 24-20 10-14 and 10-14 24-20 9-13 lead to one position.
TEST(GrowthGraph, TranspositionsAreShared) {
    GrowthGraph graph({after("9-13 24-20"), after("10-14 24-20")}, {.sensible = 0});
    graph.add(searched("9-13 24-20", {{"10-14", 0}}));
    graph.add(searched("10-14 24-20", {{"9-13", 0}}));
    graph.back_up();
    EXPECT_EQ(wanted(graph).size(), 1U);
    graph.add(searched("9-13 24-20 10-14", {{"28-24", -30}}));
    graph.back_up();
    EXPECT_EQ(graph.value(0), 30);
    EXPECT_EQ(graph.value(1), 30);
}

TEST(GrowthGraph, CirclesOfKingsAreDrawn) {
    const Position initial = *parse_fen("B:WK32:BK1");
    GrowthGraph graph({initial}, {.sensible = 0});
    std::string line;
    for (const std::string move : {"1-5", "32-28", "5-1", "28-32"}) {
        const Game game = game_of(line, initial);
        const Position position = game.position();
        const Move found = *parse_move(position, move);
        SearchedPosition one{as_kept(position), {}, 5};
        one.moves.push_back({position.side == Side::Black ? found : turned(found), 9});
        if (!graph.has(one.position)) graph.add(one);
        line += (line.empty() ? "" : " ") + move;
    }
    graph.back_up();
    for (NodeNumber node = 0; node < graph.size(); ++node) EXPECT_EQ(graph.value(node), 0);
    EXPECT_TRUE(graph.wanted().empty());
}

// After 11-15 22-18 White's man is jumped whatever Black likes: 15x22 is an only move.
TEST(GrowthGraph, OnlyMovesArePassedOver) {
    const Position before = game_of("11-15").position();
    const Landing landing = landing_of(before, *parse_move(before, "22-18"));
    EXPECT_EQ(landing.kept, after("11-15 22-18 15x22"));
    EXPECT_TRUE(landing.keeps_turn);
}

TEST(GrowthGraph, DecidedLinesEnd) {
    GrowthGraph graph({after("")}, {});
    graph.add(searched("", {{"11-15", 29'000}, {"9-14", 0}}));
    graph.back_up();
    EXPECT_TRUE(graph.wanted().empty());
}

}  // namespace
}  // namespace deepwell::book
