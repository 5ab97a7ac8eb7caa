#include "board/notation.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell {

namespace {

// What the text means in the position, written with all squares; or why it means nothing.
std::string reading_of(const char* fen, std::string_view text) {
    const Position position = parse_fen(fen).value();
    const auto move = parse_move(position, text);
    return move ? to_long_text(position, *move) : move.error();
}

// The shortest text of the move that the text means.
std::string shortest(const char* fen, std::string_view text) {
    const Position position = parse_fen(fen).value();
    return to_text(position, parse_move(position, text).value());
}

constexpr const char* Start = "B:W21-32:B1-12";
// Two ways from 7 to 23 that take different men.
constexpr const char* Fork = "B:W10,11,18,19:B7";
// A circle of four from 14 back to 14, both ways round one move.
constexpr const char* Circle = "W:WK14:B10,11,18,19";

}  // namespace

TEST(Notation, WritesQuietMovesWithADash) {
    EXPECT_EQ(shortest(Start, "11-15"), "11-15");
    EXPECT_EQ(reading_of(Start, "11-15"), "11-15");
}

TEST(Notation, WritesJumpsWithACross) {
    EXPECT_EQ(shortest("B:W18:B14", "14x23"), "14x23");
    EXPECT_EQ(shortest("B:W18,27:B14", "14x23x32"), "14x32");
    EXPECT_EQ(reading_of("B:W18,27:B14", "14x23x32"), "14x23x32");
}

TEST(Notation, WritesAllSquaresWhereTheEndsAreNotEnough) {
    EXPECT_EQ(shortest(Fork, "7x14x23"), "7x14x23");
    EXPECT_EQ(shortest(Fork, "7x16x23"), "7x16x23");
}

TEST(Notation, WritesACircleByItsEnds) {
    EXPECT_EQ(shortest(Circle, "14x14"), "14x14");
}

TEST(Notation, ReadsAnySeparator) {
    for (const char* text : {"14-23", "14x23", "14X23", "14:23", "14*23"})
        EXPECT_EQ(reading_of("B:W18:B14", text), "14x23") << text;
    EXPECT_EQ(reading_of(Start, "11x15"), "11-15");
}

TEST(Notation, ReadsLeadingZeros) {
    EXPECT_EQ(reading_of(Start, "09-0013"), "9-13");
}

TEST(Notation, ReadsJumpsWithSquaresLeftOut) {
    constexpr const char* Long = "B:W17,26,27:BK13";
    for (const char* text : {"13x22x31x24", "13x31x24", "13x22x24", "13x24"})
        EXPECT_EQ(reading_of(Long, text), "13x22x31x24") << text;
}

TEST(Notation, ReadsACircleEitherWayRound) {
    const Position position = parse_fen(Circle).value();
    EXPECT_EQ(parse_move(position, "14x23x16x7x14").value(),
              parse_move(position, "14x7x16x23x14").value());
    EXPECT_EQ(parse_move(position, "14x7x14").value(), parse_move(position, "14x23x14").value());
}

// 14x21 is a jump of its own, and so is the circle that ends with it.
TEST(Notation, ReadsAnExactPathBeforeAShortenedOne) {
    constexpr const char* CircleAndOn = "W:WK14:B10,11,17,18,19";
    EXPECT_EQ(reading_of(CircleAndOn, "14x21"), "14x21");
    EXPECT_EQ(reading_of(CircleAndOn, "14x23x16x7x14x21"), "14x23x16x7x14x21");
    const Position position = parse_fen(CircleAndOn).value();
    std::string texts;
    for (const Move& move : legal_moves(position)) texts += to_text(position, move) + " ";
    EXPECT_EQ(texts, "14x21 14x23x16x7x14x21 ");
}

TEST(Notation, KnowsAllMovesThatATextCanMean) {
    const Position position = parse_fen(Fork).value();
    EXPECT_EQ(meanings_of(position, "7x23").size(), 2U);
    EXPECT_EQ(meanings_of(position, "7x16x23").size(), 1U);
    for (const char* text : {"7x14", "7-11", "7x33", "seven"})
        EXPECT_TRUE(meanings_of(position, text).empty()) << text;
}

TEST(Notation, RefusesSquaresInTheWrongOrder) {
    EXPECT_EQ(reading_of("B:W17,26,27:BK13", "13x31x22x24"), "a jump is compulsory: 13x24");
}

TEST(Notation, RefusesWhatIsNotWrittenAsAMove) {
    for (const char* text :
         {"", "11", "11-", "-15", "11--15", "11-15-", "11 15", "a-b", "11-15!", "resigns", "1/2"})
        EXPECT_EQ(reading_of(Start, text), "it is not written as a move") << text;
}

TEST(Notation, RefusesMoreSquaresThanAnyJumpHas) {
    EXPECT_EQ(reading_of(Start, "1x2x3x4x5x6x7x8x9x10x11x12x13"), "it is not written as a move");
    EXPECT_EQ(reading_of(Start, "1x2x3x4x5x6x7x8x9x10x11x12"), "the piece on 1 cannot move");
}

TEST(Notation, RefusesSquaresThatDoNotExist) {
    EXPECT_EQ(reading_of(Start, "11-33"), "square 33 is not on the 8x8 board");
    EXPECT_EQ(reading_of(Start, "0-15"), "square 0 is not on the 8x8 board");
    EXPECT_EQ(reading_of(Start, "11-99999999999999999999"), "square 1000 is not on the 8x8 board");
}

TEST(Notation, SaysThatNoPieceStandsThere) {
    EXPECT_EQ(reading_of(Start, "15-19"), "no piece stands on 15");
}

TEST(Notation, SaysWhoseMoveItIs) {
    EXPECT_EQ(reading_of(Start, "22-18"), "it is Black's move, and the piece on 22 is White's");
    EXPECT_EQ(reading_of("W:W22:B9", "9-14"), "it is White's move, and the piece on 9 is Black's");
}

TEST(Notation, SaysThatThereIsNoMove) {
    EXPECT_EQ(reading_of("B:W16,19:B12", "12-16"), "Black has no legal move");
}

TEST(Notation, SaysThatAJumpIsCompulsory) {
    EXPECT_EQ(reading_of("B:W18:B1,14", "1-5"), "a jump is compulsory: 14x23");
    EXPECT_EQ(reading_of("B:W18:B1,14", "14-17"), "a jump is compulsory: 14x23");
}

TEST(Notation, ListsFourJumpsAndNoMore) {
    EXPECT_EQ(reading_of("W:WK14,32:B9,10,17,18,27", "14-15"),
              "a jump is compulsory: 14x21, 14x23, 14x5, 14x7, ...");
}

TEST(Notation, SaysThatThePieceCannotMove) {
    EXPECT_EQ(reading_of(Start, "4-8"), "the piece on 4 cannot move");
}

TEST(Notation, SaysWhatThePieceCanPlay) {
    EXPECT_EQ(reading_of(Start, "9-18"), "the piece on 9 can only play 9-13, 9-14");
}

TEST(Notation, SaysThatTheTextCanMeanSeveralMoves) {
    EXPECT_EQ(reading_of(Fork, "7x23"), "it can mean several moves: 7x14x23, 7x16x23");
}

}  // namespace deepwell
