#include "board/pdn.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_encoding.h"
#include "board/pdn_reader.h"
#include "board/pdn_writer.h"

namespace deepwell {

namespace {

std::string moves_text(const PdnLine& line, Position position) {
    std::string text;
    for (const PdnMove& node : line.moves) {
        text += (text.empty() ? "" : " ") + to_text(position, node.move);
        position = play(position, node.move);
    }
    return text;
}

std::string moves_text(const PdnGame& game) {
    return moves_text(game.main, game.initial);
}

// The only game of the text, which has no errors.
PdnGame read_game(std::string_view text) {
    const PdnFile file = read_pdn(text, "test.pdn");
    for (const PdnError& error : file.errors) ADD_FAILURE() << describe(error);
    EXPECT_EQ(file.games.size(), 1U);
    return file.games.empty() ? PdnGame{} : file.games.front();
}

// The only error of the text, as the user sees it.
std::string read_error(std::string_view text) {
    const PdnFile file = read_pdn(text, "test.pdn");
    EXPECT_EQ(file.errors.size(), 1U);
    return file.errors.empty() ? "" : describe(file.errors.front());
}

// Writes the game, and expects to read the same again.
std::string written(const PdnGame& game) {
    std::string text = to_pdn(game);
    const PdnFile file = read_pdn(text, "written.pdn");
    for (const PdnError& error : file.errors) ADD_FAILURE() << describe(error) << "\n" << text;
    EXPECT_EQ(file.games.size(), 1U) << text;
    if (file.games.size() == 1) {
        const PdnGame& again = file.games.front();
        EXPECT_EQ(again.tags, written_tags(game)) << text;
        EXPECT_EQ(again.initial, game.initial) << text;
        EXPECT_TRUE(again.main == game.main) << text;
        EXPECT_EQ(again.result, game.result) << text;
        EXPECT_EQ(to_pdn(again), text);
    }
    return text;
}

std::string rewritten(std::string_view text) {
    return written(read_game(text));
}

int widest_line(const std::string& text) {
    std::istringstream lines(text);
    int widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, width_of(line));
    return widest;
}

constexpr std::string_view Annotated = R"([Event "A \"match\" in C:\\games"]
[Unknown "kept"]
[Result "0-1"]

{Opening remark} 1. 11-15! $1 $14 {Best.} 1... {Or so} 23-19 (1... 23-18?!
2. 8-11 (2. 9-14 18x11 {trade}) (2. 10-14) {End of the other}) (1... 22-17)
{Back to the game} 2. 8-11 22-17 *
)";

// A king can take 9 at once, or go round 23, 30 and 21, come back to 14 and take it then.
constexpr std::string_view OneOrFive = "[FEN \"W:WK14:B9,17,18,25,26\"]\n";

// From 26 to 10 a man takes 22 and 14, or 23 and 15.
constexpr std::string_view TwoWays = "[FEN \"W:W26:B1,14,15,22,23\"]\n";

}  // namespace

TEST(PdnReader, ReadsMovesInEverySpelling) {
    const std::string usual = "11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14";
    for (const std::string_view text :
         {"1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 *",
          "11-15 23-19 8-11 22-17 9-13 17-14 10-17 21-14",
          "1.11x15 23x19 2.08x11 22:17 3.09:13 17-14 4.10:17 21:14 1-0",
          "1. 11-15 1... 23-19 2. 08-11 2... 22-17\r\n3. 9-13 ... 17-14\r\n4. 10x17 4... 21x14"})
        EXPECT_EQ(moves_text(read_game(text)), usual) << text;
}

TEST(PdnReader, ReadsJumpsInShortAndLongForm) {
    const std::string start = "[FEN \"W:W23:B18,10\"]\n";
    for (const std::string_view text : {"23-14-7", "23x14x7", "23x7", "1... 23:7 *"})
        EXPECT_EQ(moves_text(read_game(start + std::string(text))), "23x7") << text;
}

TEST(PdnReader, KeepsTagsInOrderWithEscapes) {
    const PdnGame game = read_game(
        "[Event \"The \\\"Old\\\" 14th\"]\n[ Site  \"a\\\\b\" ]\n[X_y \"\"]\n[Round \"a \"b\" "
        "c\"]\n*");
    const std::vector<PdnTag> expected{
        {"Event", "The \"Old\" 14th"}, {"Site", "a\\b"}, {"X_y", ""}, {"Round", "a \"b\" c"}};
    EXPECT_EQ(game.tags, expected);
    EXPECT_EQ(tag_value(game, "event"), "The \"Old\" 14th");
    EXPECT_EQ(tag_value(game, "Black"), std::nullopt);
}

TEST(PdnReader, PutsRemarksWhereTheyBelong) {
    const PdnGame game = read_game(Annotated);
    ASSERT_EQ(moves_text(game), "11-15 23-19 8-11 22-17");
    const PdnMove& first = game.main.moves[0];
    EXPECT_EQ(first.comment_before, "Opening remark");
    EXPECT_EQ(first.strength, "!");
    EXPECT_EQ(first.nags, (std::vector<int>{1, 14}));
    EXPECT_EQ(first.comment_after, "Best.");
    const PdnMove& second = game.main.moves[1];
    EXPECT_EQ(second.comment_before, "Or so");
    ASSERT_EQ(second.variations.size(), 2U);
    const PdnLine& other = second.variations[0];
    const Position after_first = play(game.initial, first.move);
    EXPECT_EQ(moves_text(other, after_first), "23-18 8-11");
    EXPECT_EQ(other.moves[0].strength, "?!");
    EXPECT_EQ(other.closing_comment, "End of the other");
    ASSERT_EQ(other.moves[1].variations.size(), 2U);
    EXPECT_EQ(other.moves[1].variations[0].moves[1].comment_after, "trade");
    EXPECT_EQ(game.main.moves[2].comment_before, "Back to the game");
}

TEST(PdnReader, ReadsEveryKindOfComment) {
    const PdnGame game = read_game(
        "% a line for programs\n[Event \"x\"]\n; before } it\n1. 11-15 {a\r\n   b{} ; c\n23-19 % "
        "d\n*");
    EXPECT_EQ(game.main.moves[0].comment_before, "a line for programs before } it");
    EXPECT_EQ(game.main.moves[0].comment_after, "a b{ c");
    EXPECT_EQ(game.main.moves[1].comment_after, "d");
}

TEST(PdnReader, ReadsStrengthApartAndInParentheses) {
    const PdnGame game = read_game("1. 11-15 !? 23-19 (?) 2. 8-11?? *");
    EXPECT_EQ(game.main.moves[0].strength, "!?");
    EXPECT_EQ(game.main.moves[1].strength, "?");
    EXPECT_EQ(game.main.moves[2].strength, "??");
}

TEST(PdnReader, KeepsACommentBehindTheResult) {
    const PdnFile file = read_pdn("11-15 1-0 {White resigned}\n{Next} 9-13 *", "test.pdn");
    ASSERT_EQ(file.games.size(), 2U);
    EXPECT_EQ(file.games[0].main.moves[0].comment_after, "White resigned");
    EXPECT_EQ(file.games[1].main.moves[0].comment_before, "Next");
}

TEST(PdnReader, SeparatesGamesByResultsAndByTags) {
    const PdnFile file = read_pdn(
        "11-15 23-19 1-0 9-13 0-1 *\n[Event \"a\"]\n\n10-14\n[Event \"b\"]\n[Event \"c\"]\n\n12-16",
        "test.pdn");
    EXPECT_TRUE(file.errors.empty());
    ASSERT_EQ(file.games.size(), 5U);
    EXPECT_EQ(file.games[1].result, PdnResult::ZeroOne);
    EXPECT_EQ(moves_text(file.games[2]), "10-14");
    EXPECT_TRUE(file.games[3].main.moves.empty());
    EXPECT_EQ(file.games[4].tags.size(), 1U);
    EXPECT_EQ(file.games[4].number, 5);
    EXPECT_EQ(file.games[4].line, 6);
}

TEST(PdnReader, ASecondResultIsNoGame) {
    const PdnFile file = read_pdn("11-15 23-19 1-0 0-1", "test.pdn");
    EXPECT_EQ(file.games.size(), 1U);
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(file.errors[0].reason, "a result without a game");
}

TEST(PdnReader, FindsNoGameInAnEmptyText) {
    for (const std::string_view text : {"", " \r\n", "*", "{a remark}", "\xef\xbb\xbf"}) {
        const PdnFile file = read_pdn(text, "test.pdn");
        EXPECT_TRUE(file.games.empty() && file.errors.empty()) << text;
    }
}

TEST(PdnReader, ConvertsLatin1AndDropsTheByteOrderMark) {
    EXPECT_EQ(tag_value(read_game("[Black \"Jos\xe9\"]\n*"), "Black"), "Jos\xc3\xa9");
    EXPECT_EQ(tag_value(read_game("\xef\xbb\xbf[Black \"Jos\xc3\xa9\"]\n*"), "Black"),
              "Jos\xc3\xa9");
}

TEST(PdnReader, BeginsWithTheFenTag) {
    const PdnGame game = read_game("[SetUp \"1\"]\n[FEN \"W:B1-3:WK30.\"]\n\n1. 30-25 1-5 *");
    EXPECT_EQ(to_fen(game.initial), "W:WK30:B1,2,3");
    EXPECT_EQ(moves_text(game), "30-25 1-5");
}

TEST(PdnReader, StreamsTheGamesOneByOne) {
    PdnReader reader("9-13 *\n9-14 8-8 *\n10-14 *", "test.pdn");
    EXPECT_EQ(moves_text(*reader.next()), "9-13");
    EXPECT_TRUE(reader.errors().empty());
    EXPECT_TRUE(reader.next()->faulty);
    EXPECT_EQ(reader.errors().size(), 1U);
    EXPECT_EQ(moves_text(*reader.next()), "10-14");
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(PdnErrors, AnIllegalMoveKeepsTheLegalPart) {
    const PdnFile file = read_pdn(
        "[Event \"a\"]\n11-15 1-0\n[Event \"b\"]\n\n1. 11-15 23-19 {so}\n2. 8-12 {no} 22-18 "
        "(22-17) "
        "$1 ! 1/2-1/2\n\n[Event \"c\"]\n9-13 *",
        "test.pdn");
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(describe(file.errors[0]),
              "test.pdn: game 2, line 6, ply 3: 8-12: the piece on 8 can only play 8-11");
    EXPECT_EQ(file.errors[0].kind, PdnErrorKind::IllegalMove);
    ASSERT_EQ(file.games.size(), 3U);
    EXPECT_TRUE(file.games[1].faulty);
    EXPECT_EQ(moves_text(file.games[1]), "11-15 23-19");
    EXPECT_EQ(file.games[1].main.moves[1].comment_after, "so");
    EXPECT_EQ(file.games[1].result, PdnResult::Half);
    EXPECT_FALSE(file.games[2].faulty);
}

TEST(PdnErrors, AnIllegalVariationLeavesTheGameAlone) {
    const PdnFile file = read_pdn("11-15 (11-16 23-19 16-19 (5-9) 8-11) 23-19 *", "test.pdn");
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(file.errors[0].ply, 3);
    EXPECT_EQ(moves_text(file.games[0]), "11-15 23-19");
    EXPECT_EQ(moves_text(file.games[0].main.moves[0].variations[0], Position::start()),
              "11-16 23-19");
}

TEST(PdnErrors, SyntaxErrorsEndTheGameAndReadingGoesOnAtTheNextTags) {
    struct Case {
        std::string_view text;
        std::string_view error;
    };
    const Case cases[] = {
        {"23-19 {unclosed\n8-11", "line 3, ply 3: {: the comment is not closed"},
        {"23-19 (22-17\n8-11", "line 3, ply 4: (: the variation is not closed"},
        {"23-19) 8-11", "line 3, ply 3: ): no variation is open here"},
        {"23-19 hello 8-11", "line 3, ply 3: hello: it is neither a move nor anything else known"},
        {"23-19 (22-18 1-0)", "line 3, ply 3: 1-0: a result cannot stand in a variation"},
        {"23-19 $256 8-11", "line 3, ply 3: 256: NAGs end with 255"},
        {"23-19 ($1 22-18)", "line 3, ply 2: 1: no move stands before this NAG"},
        {"23-19 (! 22-18)", "line 3, ply 2: !: no move stands before this mark"},
        {"23-19 ((22-18))", "line 3, ply 2: (: no move stands before this variation"},
    };
    for (const Case& c : cases) {
        const std::string text = "[Event \"a\"]\n\n11-15 " + std::string(c.text) +
                                 "\n[Event \"b\"]\n\n9-13 {closed} 0-1\n";
        const PdnFile file = read_pdn(text, "test.pdn");
        ASSERT_EQ(file.errors.size(), 1U) << c.text;
        EXPECT_EQ(describe(file.errors[0]).find("test.pdn: game 1, " + std::string(c.error)), 0U)
            << describe(file.errors[0]);
        ASSERT_EQ(file.games.size(), 2U) << c.text;
        EXPECT_TRUE(file.games[0].faulty);
        EXPECT_EQ(moves_text(file.games[0]).find("11-15 23-19"), 0U);
        EXPECT_FALSE(file.games[1].faulty);
        EXPECT_EQ(moves_text(file.games[1]), "9-13");
    }
}

TEST(PdnErrors, TextBeforeTheFirstTagsIsNoGame) {
    const PdnFile file = read_pdn("Dear friends,\n[Event \"a\"]\n\n9-13 *", "test.pdn");
    EXPECT_EQ(file.errors.size(), 1U);
    ASSERT_EQ(file.games.size(), 1U);
    EXPECT_FALSE(file.games[0].faulty);
}

TEST(PdnErrors, ABadTagCostsItsLineOnly) {
    const PdnFile file = read_pdn("[Event \"a\"]\n[Site b]\n[Date \"c\"]\n\n9-13 *", "test.pdn");
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(describe(file.errors[0]),
              "test.pdn: game 1, line 2: [Site: it is no tag of the form [Name \"value\"]");
    ASSERT_EQ(file.games.size(), 1U);
    EXPECT_EQ(file.games[0].tags.size(), 2U);
    EXPECT_EQ(moves_text(file.games[0]), "9-13");
}

TEST(PdnErrors, OtherGamesThanEnglishCheckersAreRefused) {
    const PdnFile file = read_pdn(
        "[Event \"a\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. e4 *\n\n[GameType \"21\"]\n9-13 *",
        "test.pdn");
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_EQ(
        describe(file.errors[0]),
        "test.pdn: game 1, line 2: GameType 20: only English checkers, game type 21, is known");
    ASSERT_EQ(file.games.size(), 2U);
    EXPECT_TRUE(file.games[0].main.moves.empty());
    EXPECT_EQ(moves_text(file.games[1]), "9-13");
}

TEST(PdnErrors, ABadFenCostsTheMoves) {
    EXPECT_EQ(read_error("[Event \"a\"]\n[FEN \"B:W33:B1\"]\n\n1-5 *"),
              "test.pdn: game 1, line 2: FEN B:W33:B1: square 33 is not on the 8x8 board");
}

TEST(PdnErrors, VariationsMayNotNestForEver) {
    const auto nested = [](int depth) {
        std::string text = "11-15";
        for (int i = 0; i < depth; ++i) text += " (11-15";
        return text + std::string(static_cast<std::size_t>(depth), ')') + " *";
    };
    written(read_game(nested(MaxVariationDepth)));
    EXPECT_EQ(read_error(nested(MaxVariationDepth + 1)),
              "test.pdn: game 1, line 1, ply 2: (: variations nest deeper than 64");
    EXPECT_EQ(read_pdn(nested(1'000'000), "test.pdn").errors.size(), 1U);
}

TEST(PdnErrors, LongTextsAreShortened) {
    EXPECT_EQ(read_error("9-13 " + std::string(1000, 'q')),
              "test.pdn: game 1, line 1, ply 2: " + std::string(40, 'q') +
                  "...: it is neither a move nor anything else known in PDN");
}

TEST(PdnResult, TagAndTerminatorMayNotDisagree) {
    EXPECT_EQ(read_error("[Result \"1-0\"]\n\n9-13\n0-1"),
              "test.pdn: game 1, line 4: 0-1: the Result tag says 1-0");
    EXPECT_EQ(read_game("[Result \"2-0\"]\n9-13 1-0").result, PdnResult::TwoZero);
    EXPECT_EQ(read_game("[Result \"1-0\"]\n9-13 *").result, PdnResult::OneZero);
    EXPECT_EQ(read_game("[Result \"*\"]\n9-13 1-0").result, PdnResult::OneZero);
    EXPECT_EQ(read_game("[Result \"forfeit\"]\n9-13 0-2").result, PdnResult::ZeroTwo);
    EXPECT_EQ(read_game("9-13").result, PdnResult::Open);
}

TEST(PdnResult, MeansWhatTheReadingSays) {
    const auto standard = ResultReading::Standard;
    const auto first = ResultReading::FirstPlayer;
    EXPECT_EQ(outcome_of(PdnResult::OneZero, standard), Outcome::WhiteWins);
    EXPECT_EQ(outcome_of(PdnResult::OneZero, first), Outcome::BlackWins);
    EXPECT_EQ(outcome_of(PdnResult::ZeroTwo, standard), Outcome::BlackWins);
    EXPECT_EQ(outcome_of(PdnResult::ZeroTwo, first), Outcome::WhiteWins);
    for (const auto reading : {standard, first}) {
        EXPECT_EQ(outcome_of(PdnResult::Half, reading), Outcome::Draw);
        EXPECT_EQ(outcome_of(PdnResult::Open, reading), Outcome::Open);
        EXPECT_EQ(outcome_of(PdnResult::ZeroZero, reading), std::nullopt);
    }
}

TEST(PdnResult, EveryTextIsReadBack) {
    for (const std::string_view text : {"*", "1-0", "0-1", "1/2-1/2", "0-0", "2-0", "0-2"})
        EXPECT_EQ(to_text(*parse_result(text)), text);
    EXPECT_EQ(parse_result("1-1"), std::nullopt);
}

TEST(PdnAmbiguity, IsAnErrorThatListsTheChoices) {
    EXPECT_EQ(read_error(std::string(TwoWays) + "26x10 1-5"),
              "test.pdn: game 1, line 2, ply 1: 26x10: it can mean several moves: "
              "26x17x10, 26x19x10");
}

TEST(PdnAmbiguity, IsSettledByTheRestOfTheLine) {
    EXPECT_EQ(moves_text(read_game(std::string(TwoWays) + "26x10 22-25")), "26x19x10 22-25");
    EXPECT_EQ(moves_text(read_game(std::string(TwoWays) + "26x10 23-27")), "26x17x10 23-27");
    const PdnGame varied = read_game(std::string(TwoWays) +
                                     "26x10 ({short again} 26x10 (26x19x10 22-25) 23-27) 22-25 *");
    EXPECT_EQ(moves_text(varied), "26x19x10 22-25");
    EXPECT_EQ(moves_text(varied.main.moves.at(0).variations.at(0), varied.initial),
              "26x17x10 23-27");
    written(varied);
}

TEST(PdnAmbiguity, AShortJumpThatIsSpelledOutMeansItself) {
    const PdnGame one = read_game(std::string(OneOrFive) + "14x5 *");
    EXPECT_EQ(one.main.moves[0].move.captured.count(), 1);
    written(one);
    const PdnGame five = read_game(std::string(OneOrFive) + "14x23x30x21x14x5 *");
    EXPECT_EQ(five.main.moves[0].move.captured.count(), 5);
    written(five);
}

TEST(PdnWriter, WritesTagsMovesAndRemarks) {
    EXPECT_EQ(rewritten(Annotated), Annotated);
}

TEST(PdnWriter, MovesTheResultIntoItsTag) {
    EXPECT_EQ(rewritten("11-15 23-19 1/2-1/2"), "[Result \"1/2-1/2\"]\n\n1. 11-15 23-19 *\n");
    EXPECT_EQ(rewritten("[Result \"*\"]\n[X \"y\"]\n11-15 1-0"),
              "[Result \"1-0\"]\n[X \"y\"]\n\n1. 11-15 *\n");
    EXPECT_EQ(rewritten("[Result \"adjourned\"]\n11-15 *"),
              "[Result \"adjourned\"]\n\n1. 11-15 *\n");
    EXPECT_EQ(rewritten("11-15"), "1. 11-15 *\n");
}

TEST(PdnWriter, NumbersFromAFenWhereWhiteBegins) {
    PdnGame game = read_game("[FEN \"W:W32:B1\"]\n32-28 1-6 (1-5 28-24) 28-24 *");
    game.tags.clear();
    EXPECT_EQ(to_pdn(game),
              "[SetUp \"1\"]\n[FEN \"W:W32:B1\"]\n\n"
              "1... 32-28 2. 1-6 (2. 1-5 28-24) 2... 28-24 *\n");
}

TEST(PdnWriter, WrapsAtSeventyNineColumns) {
    std::string comment;
    for (int i = 0; i < 200; ++i)
        comment += i % 3 == 0 ? "[Event " : i % 3 == 1 ? "\"x\"] " : "%é ";
    for (const std::string_view brace : {"", "}"}) {
        PdnGame game = read_game("9-13 22-18 (22-17) (21-17) 6-9 (10-14) *");
        game.main.moves[0].comment_after = single_spaced(comment + std::string(brace));
        game.main.moves[2].variations[0].closing_comment = game.main.moves[0].comment_after;
        game.main.moves[2].variations[0].moves.clear();
        EXPECT_LE(widest_line(written(game)), 79);
    }
}

TEST(PdnWriter, WritesACommentWithAClosingBraceBehindASemicolon) {
    EXPECT_EQ(rewritten("9-13 ; a } b\n(9-14 ; c }\n) *"),
              "1. 9-13\n; a } b\n(1. 9-14\n; c }\n) *\n");
}

TEST(PdnWriter, SeparatesGamesByBlankLines) {
    const PdnFile file = read_pdn("[A \"b\"]\n9-13 *\n9-14 *", "test.pdn");
    EXPECT_EQ(to_pdn(file.games), "[A \"b\"]\n\n1. 9-13 *\n\n1. 9-14 *\n");
}

TEST(PdnWriter, KeepsTheTagsOfAGameItCannotRead) {
    const std::string_view text =
        "[GameType \"20\"]\n[FEN \"W:W31-50:B1-20\"]\n[Result \"1-1\"]\n\n*\n";
    const PdnFile file = read_pdn(text, "test.pdn");
    EXPECT_EQ(to_pdn(file.games), text);
}

TEST(Pdn, GoesToAGameAndBack) {
    const PdnGame pdn = read_game("[FEN \"W:W32:B1\"]\n32-28 (32-27) 1-6 *");
    const Game game = main_game(pdn);
    EXPECT_EQ(to_fen(game.position()), "W:W28:B6");
    const PdnGame back = pdn_of(game);
    EXPECT_EQ(back.initial, pdn.initial);
    EXPECT_EQ(moves_text(back), "32-28 1-6");
}

TEST(PdnEncoding, KnowsUtf8FromOtherBytes) {
    for (const std::string_view good :
         {"", "plain", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"})
        EXPECT_TRUE(is_utf8(good)) << good;
    for (const std::string_view bad : {"\xe9",
                                       "\xc3",
                                       "\xc3\x28",
                                       "\xc0\x80",
                                       "\xe0\x80\x80",
                                       "\xed\xa0\x80",
                                       "\xf0\x80\x80\x80",
                                       "\xf4\x90\x80\x80",
                                       "\xff"})
        EXPECT_FALSE(is_utf8(bad));
}

TEST(PdnEncoding, CountsAndCutsCharactersNotBytes) {
    EXPECT_EQ(width_of("Jos\xc3\xa9"), 4);
    EXPECT_EQ(shortened("Jos\xc3\xa9\xc3\xa9", 4), "Jos\xc3\xa9...");
    EXPECT_EQ(shortened("Jos\xc3\xa9", 4), "Jos\xc3\xa9");
}

}  // namespace deepwell
