#include "board/fen.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace deepwell {

namespace {

// What the text means, written strictly; or why it means nothing.
std::string reading_of(std::string_view text) {
    const auto position = parse_fen(text);
    return position ? to_fen(*position) : position.error();
}

}  // namespace

TEST(Fen, WritesWhiteFirstInRisingOrder) {
    EXPECT_EQ(reading_of("B:W18,K27:BK3,14"), "B:W18,K27:BK3,14");
    EXPECT_EQ(reading_of("W:B14,K3:WK27,18"), "W:W18,K27:BK3,14");
}

TEST(Fen, ReadsEitherColourFirst) {
    EXPECT_EQ(parse_fen("B:W18:B14").value(), parse_fen("B:B14:W18").value());
}

TEST(Fen, ReadsSmallLetters) {
    EXPECT_EQ(reading_of("b:w18,k27:bk3,14"), "B:W18,K27:BK3,14");
}

TEST(Fen, ReadsRanges) {
    EXPECT_EQ(parse_fen("B:W21-32:B1-12").value(), Position::start());
    EXPECT_EQ(reading_of("B:WK5-7,9:B12-12"), "B:WK5,K6,K7,9:B12");
}

TEST(Fen, ReadsDotsSpacesAndQuotes) {
    EXPECT_EQ(reading_of("B:W18:B14."), "B:W18:B14");
    EXPECT_EQ(reading_of(" B : W 18 , K 27 :\tB 14 \r\n"), "B:W18,K27:B14");
    EXPECT_EQ(reading_of("\"B:W18:B14.\""), "B:W18:B14");
    EXPECT_EQ(reading_of("\"B:W21 - 22:B14\""), "B:W21,22:B14");
}

TEST(Fen, ReadsLeadingZeros) {
    EXPECT_EQ(reading_of("B:W018:B001"), "B:W18:B1");
}

TEST(Fen, ReadsAnEmptySide) {
    EXPECT_EQ(reading_of("B:W18:B"), "B:W18:B");
    EXPECT_EQ(reading_of("B:W:BK14"), "B:W:BK14");
    EXPECT_EQ(reading_of("B:W18"), "B:W18:B");
    EXPECT_EQ(reading_of("W:B18"), "W:W:B18");
    EXPECT_EQ(reading_of("W:W:B"), "W:W:B");
}

TEST(Fen, IgnoresMoveCounters) {
    EXPECT_EQ(reading_of("B:W18:B14:H0:F1"), "B:W18:B14");
    EXPECT_EQ(reading_of("B:H12:W18:B14:f99999999999999999999"), "B:W18:B14");
}

TEST(Fen, RefusesNothing) {
    for (const char* text : {"", "   ", "\"\"", ".", "\" . \""})
        EXPECT_EQ(reading_of(text), "it is empty") << text;
}

TEST(Fen, RefusesATextWithoutASide) {
    for (const char* text : {"18", ":W18:B14", "X:W18:B14", "hello", "-", "K3"})
        EXPECT_EQ(reading_of(text), "it must begin with the side to move, B or W") << text;
}

TEST(Fen, RefusesATextWithoutPieces) {
    EXPECT_EQ(reading_of("B"), "it lists no pieces");
    EXPECT_EQ(reading_of("W:H0:F1"), "it lists no pieces");
}

TEST(Fen, RefusesAListOfNobody) {
    for (const char* text : {"B:", "B:W18:", "B:18:14", "B:K18", "B::W18"})
        EXPECT_EQ(reading_of(text), "each list of squares must begin with W or B") << text;
}

TEST(Fen, RefusesASecondListOfTheSameSide) {
    EXPECT_EQ(reading_of("B:W18:W19"), "it lists White's pieces twice");
    EXPECT_EQ(reading_of("B:B:W18:B14"), "it lists Black's pieces twice");
}

TEST(Fen, RefusesSquaresThatDoNotExist) {
    EXPECT_EQ(reading_of("B:W33:B14"), "square 33 is not on the 8x8 board");
    EXPECT_EQ(reading_of("B:W18:BK0"), "square 0 is not on the 8x8 board");
    EXPECT_EQ(reading_of("B:W18-40:B14"), "square 40 is not on the 8x8 board");
}

TEST(Fen, RefusesVeryLongNumbers) {
    const std::string text = "B:W" + std::string(1000, '9') + ":B14";
    EXPECT_EQ(reading_of(text), "square 1000000 is not on the 8x8 board");
    EXPECT_EQ(reading_of("B:W4294967297:B14"), "square 1000000 is not on the 8x8 board");
}

TEST(Fen, RefusesASquareGivenTwice) {
    EXPECT_EQ(reading_of("B:W18,18:B14"), "square 18 is given twice");
    EXPECT_EQ(reading_of("B:W18:B14,K18"), "square 18 is given twice");
    EXPECT_EQ(reading_of("B:W21-25,23-30:B1"), "square 23 is given twice");
}

TEST(Fen, RefusesARangeThatRunsBackwards) {
    EXPECT_EQ(reading_of("B:W32-21:B14"), "the range 32-21 runs backwards");
}

TEST(Fen, RefusesAMissingNumber) {
    EXPECT_EQ(reading_of("B:W18,"), "a square number is missing at the end");
    EXPECT_EQ(reading_of("B:WK"), "a square number is missing at the end");
    EXPECT_EQ(reading_of("B:W18-"), "a square number is missing at the end");
    EXPECT_EQ(reading_of("B:W18:B14:H"), "a square number is missing at the end");
    EXPECT_EQ(reading_of("B:W18,:B14"), "a square number expected, found ':'");
    EXPECT_EQ(reading_of("B:Wx"), "a square number expected, found 'x'");
    EXPECT_EQ(reading_of("B:W-18"), "a square number expected, found '-'");
    EXPECT_EQ(reading_of("B:W18-K20"), "a square number expected, found 'K'");
}

TEST(Fen, RefusesOtherGarbage) {
    EXPECT_EQ(reading_of("B W18:B14"), "':' expected, found 'W'");
    EXPECT_EQ(reading_of("B:W18;B14"), "':' expected, found ';'");
    EXPECT_EQ(reading_of("B:W1 8:B14"), "':' expected, found '8'");
    EXPECT_EQ(reading_of("B:W18:B14 hello"), "':' expected, found 'h'");
    EXPECT_EQ(reading_of("B:W18\x01:B14"), "':' expected, found byte 1");
    EXPECT_EQ(reading_of("B:W18\xff"), "':' expected, found byte 255");
    EXPECT_EQ(reading_of("B:W18\x7f"), "':' expected, found byte 127");
    EXPECT_EQ(reading_of(std::string_view("B:W\0:B14", 8)), "':' expected, found byte 0");
}

TEST(Fen, RefusesMenOnTheirKingRow) {
    EXPECT_EQ(reading_of("B:W18:B29"), "Black has a man on its king row, square 29");
    EXPECT_EQ(reading_of("B:W4:B14"), "White has a man on its king row, square 4");
    EXPECT_EQ(reading_of("B:WK4:BK29"), "B:WK4:BK29");
}

TEST(Fen, RefusesThirteenPieces) {
    EXPECT_EQ(reading_of("B:W20-32:B1-12"), "White has 13 pieces, at most 12 are possible");
    EXPECT_EQ(reading_of("B:W21-32:B1-13"), "Black has 13 pieces, at most 12 are possible");
}

}  // namespace deepwell
