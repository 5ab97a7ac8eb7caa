#include "cli/annotation_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/pdn_writer.h"

namespace deepwell::cli {

namespace {

using testing::HasSubstr;
using testing::StartsWith;

PdnGame noted(const std::string& text, std::size_t number = 1) {
    PdnFile pdn = read_pdn(text, "test");
    note_faults(pdn, text);
    return pdn.games.at(number - 1);
}

}  // namespace

TEST(AnnotationFaults, TheLastMoveSaysWhereTheSourceWasLost) {
    const PdnGame game = noted("1. 11-15 {Old.} 23-19 {Good.} 2. 8-99 22-18 *");
    EXPECT_EQ(game.main.moves[0].comment_after, "Old.");
    EXPECT_THAT(game.main.moves[1].comment_after,
                StartsWith("Good.; the source could not be followed from 2. 8-99 on: square 99"));
}

TEST(AnnotationFaults, MovesAreNumberedAsTheGameNumbersThem) {
    const PdnGame game = noted("[FEN \"W:WK18,K19:BK1\"]\n1... 18-14 2. 1-9 *");
    EXPECT_THAT(game.main.moves[0].comment_after, HasSubstr("from 2. 1-9 on: "));
}

TEST(AnnotationFaults, AVariationThatWasLeftOutIsToldOfWhereItStood) {
    const PdnGame game = noted("1. 11-15 23-19 (23-18 8-99) (23-99) 2. 8-11 22-17 *");
    ASSERT_EQ(game.main.moves.size(), 4U);
    EXPECT_THAT(game.main.moves[1].comment_after,
                HasSubstr("a variation of the source could not be followed from 2. 8-99 on: "));
    EXPECT_THAT(game.main.moves[1].comment_after, HasSubstr("; a variation"));
    EXPECT_THAT(game.main.moves[1].comment_after, HasSubstr("from 1... 23-99 on: "));
    EXPECT_EQ(game.main.moves[3].comment_after, "");
}

// Both faulty moves are at ply 3, written alike and in the same line.
TEST(AnnotationFaults, TheMainLineIsToldFromItsVariations) {
    const PdnGame game = noted("*\n1. 9-14 *\n1. 11-15 23-19 (23-18 8-99) 8-99 *", 2);
    EXPECT_THAT(game.main.moves[1].comment_after, StartsWith("a variation of the source"));
    EXPECT_THAT(game.main.closing_comment, StartsWith("the source could not be followed from 2. "));
    const PdnGame whole = noted("1. 11-15 23-19 (23-18 8-99) *");
    EXPECT_EQ(whole.main.closing_comment, "");
}

TEST(AnnotationFaults, WordsAndTagsThatMeanNothingAreToldOf) {
    EXPECT_THAT(noted("1. 11-15 & 23-19 *").main.moves[0].comment_after,
                StartsWith("the source could not be followed from 1... "));
    EXPECT_THAT(noted("[FEN \"nonsense\"]\n1. 11-15 *").main.closing_comment,
                StartsWith("in the source FEN nonsense could not be used: "));
}

TEST(AnnotationFaults, ReadingItBackChangesNothingMore) {
    const std::string text = to_pdn(noted("1. 11-15 23-19 (23-18 8-99) 2. 8-99 *"));
    EXPECT_EQ(to_pdn(noted(text)), text);
    EXPECT_TRUE(read_pdn(text, "test").errors.empty());
}

}  // namespace deepwell::cli
