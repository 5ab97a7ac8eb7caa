#include "tune/match_openings.h"

#include <gmock/gmock.h>
#include <set>

#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell::tune {
namespace {

std::unique_ptr<OpeningSource> source(const std::string& kind, std::uint64_t seed = 1) {
    return openings_of(kind, ThreeMoveDeck::All, seed).value();
}

std::vector<std::string> fens(const OpeningSource& openings, std::uint64_t from, std::uint64_t to) {
    std::vector<std::string> result;
    for (std::uint64_t pair = from; pair < to; ++pair)
        result.push_back(to_fen(openings.at(pair).game.position()));
    return result;
}

std::size_t deck_size(const std::string& kind, ThreeMoveDeck deck = ThreeMoveDeck::All) {
    const auto openings = openings_of(kind, deck, 1).value();
    return dynamic_cast<const OpeningDeck&>(*openings).size();
}

TEST(MatchOpenings, DecksAreComplete) {
    EXPECT_EQ(deck_size("three-move"), 174U);
    EXPECT_EQ(deck_size("three-move", ThreeMoveDeck::Crossboard), 144U);
    EXPECT_EQ(deck_size("two-move"), 47U);
    EXPECT_GT(deck_size("11-man"), 2000U);
}

TEST(MatchOpenings, ADeckIsDealtOnceAndThenAgainInAnotherOrder) {
    const auto openings = source("two-move");
    const auto first = fens(*openings, 0, 47);
    const auto second = fens(*openings, 47, 94);
    EXPECT_NE(first, second);
    EXPECT_THAT(second, testing::UnorderedElementsAreArray(first));
}

TEST(MatchOpenings, TheSeedDecidesTheOrder) {
    EXPECT_EQ(fens(*source("three-move", 7), 0, 50), fens(*source("three-move", 7), 0, 50));
    EXPECT_NE(fens(*source("three-move", 7), 0, 50), fens(*source("three-move", 8), 0, 50));
}

TEST(MatchOpenings, RandomOpeningsAreEvenQuietAndDifferent) {
    const auto openings = source("random:6");
    std::set<std::string> seen;
    for (std::uint64_t pair = 0; pair < 30; ++pair) {
        const Opening opening = openings->at(pair);
        const Position& position = opening.game.position();
        EXPECT_EQ(opening.game.moves().size(), 6U);
        EXPECT_EQ(position.black.count(), position.white.count());
        EXPECT_FALSE(can_jump(position));
        EXPECT_FALSE(legal_moves(position).empty());
        seen.insert(to_fen(position));
    }
    EXPECT_GT(seen.size(), 25U);
    EXPECT_EQ(fens(*openings, 3, 9), fens(*source("random:6"), 3, 9));
    EXPECT_NE(fens(*openings, 3, 9), fens(*source("random:6", 2), 3, 9));
}

TEST(MatchOpenings, AFileOfFens) {
    const auto openings =
        parse_openings("# two\n\nB:W18,K27:B3,14\r\nW:W18,27:BK3\n", "positions.txt");
    ASSERT_TRUE(openings) << openings.error();
    ASSERT_EQ(openings->size(), 2U);
    EXPECT_EQ(to_fen((*openings)[1].game.position()), "W:W18,27:BK3");
    EXPECT_TRUE((*openings)[1].game.moves().empty());
}

TEST(MatchOpenings, StartIsAPosition) {
    const auto openings = parse_openings("start\nB:W18,K27:B3,14\n", "positions.txt");
    ASSERT_TRUE(openings.has_value()) << openings.error();
    EXPECT_EQ(openings->front().game.position(), Position::start());
}

TEST(MatchOpenings, AFileOfGames) {
    const auto openings = parse_openings(
        "[Event \"x\"]\n[Opening \"Cross\"]\n\n1. 11-15 23-18 *\n\n"
        "[Event \"y\"]\n\n1. 9-14 *\n",
        "lines.pdn");
    ASSERT_TRUE(openings) << openings.error();
    ASSERT_EQ(openings->size(), 2U);
    EXPECT_EQ((*openings)[0].name, "Cross");
    EXPECT_EQ((*openings)[0].game.moves().size(), 2U);
    EXPECT_EQ((*openings)[1].name, "9-14");
}

TEST(MatchOpenings, FaultsAreNamedWithTheirLine) {
    EXPECT_EQ(parse_openings("B:W18:B1\nB:W18:B99\n", "f").error(),
              "f: line 2: square 99 is not on the 8x8 board");
    EXPECT_EQ(parse_openings("B:W18:B\n", "f").error(), "f: line 1: the game is over");
    EXPECT_THAT(parse_openings("1. 11-15 11-15 *", "f").error(), testing::HasSubstr("11-15"));
    EXPECT_THAT(openings_of("random:x", ThreeMoveDeck::All, 1).error(),
                testing::HasSubstr("'x' is not a whole number"));
    EXPECT_THAT(openings_of("/nonexistent", ThreeMoveDeck::All, 1).error(),
                testing::HasSubstr("neither three-move, two-move, 11-man"));
}

}  // namespace
}  // namespace deepwell::tune
