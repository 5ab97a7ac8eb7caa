#include "board/position.h"

#include <gtest/gtest.h>

#include "board/fen.h"

namespace deepwell {

namespace {

Bitboard on(int number) {
    return Bitboard::of(Square::from_number(number).value());
}

}  // namespace

TEST(Position, StartsWithTwelveMenASideAndBlackToMove) {
    const Position start = Position::start();
    EXPECT_EQ(to_fen(start), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    EXPECT_EQ(start.black.count(), MenPerSide);
    EXPECT_EQ(start.empty(), row(3) | row(4));
    EXPECT_FALSE(fault_of(start));
}

TEST(Position, KnowsWhosePiecesAreWhose) {
    const Position p = parse_fen("W:W18,K27:BK3,14").value();
    EXPECT_EQ(p.own(), on(18) | on(27));
    EXPECT_EQ(p.enemy(), on(3) | on(14));
    EXPECT_EQ(p.men(Side::White), on(18));
    EXPECT_EQ(p.men(Side::Black), on(14));
    EXPECT_EQ(p.kings_of(Side::White), on(27));
    EXPECT_EQ(p.kings_of(Side::Black), on(3));
    EXPECT_EQ(p.occupied(), on(3) | on(14) | on(18) | on(27));
}

TEST(Position, TurnedShowsTheOtherSidesView) {
    const Position p = parse_fen("B:W18,K27:BK3,14").value();
    EXPECT_EQ(to_fen(turned(p)), "W:W19,K30:BK6,15");
    EXPECT_EQ(turned(turned(p)), p);
    EXPECT_EQ(turned(Position::start()).side, Side::White);
}

TEST(Position, HasNoFaultWhenASideIsEmpty) {
    EXPECT_FALSE(fault_of({on(1), {}, {}, Side::Black}));
    EXPECT_FALSE(fault_of({{}, on(32), on(32), Side::Black}));
    EXPECT_FALSE(fault_of({}));
}

TEST(Position, HasAFaultWhenTwoPiecesShareASquare) {
    EXPECT_EQ(fault_of({on(9) | on(14), on(14), {}, Side::Black}),
              "square 14 holds a black and a white piece");
}

TEST(Position, HasAFaultWhenAKingIsNobodys) {
    EXPECT_EQ(fault_of({on(9), on(14), on(20), Side::Black}),
              "the king on square 20 belongs to nobody");
}

TEST(Position, HasAFaultWhenAManStandsOnItsKingRow) {
    EXPECT_EQ(fault_of({on(30), on(14), {}, Side::Black}),
              "Black has a man on its king row, square 30");
    EXPECT_EQ(fault_of({on(9), on(2), {}, Side::Black}),
              "White has a man on its king row, square 2");
}

TEST(Position, HasNoFaultWhenAKingStandsOnItsKingRowOrAManOnItsOwn) {
    EXPECT_FALSE(fault_of({on(30), on(2), on(30) | on(2), Side::Black}));
    EXPECT_FALSE(fault_of({on(2), on(30), {}, Side::Black}));
}

TEST(Position, HasAFaultWhenASideHasMoreThanTwelvePieces) {
    const Bitboard thirteen = row(0) | row(1) | row(2) | on(13);
    EXPECT_EQ(fault_of({thirteen, {}, {}, Side::Black}),
              "Black has 13 pieces, at most 12 are possible");
    EXPECT_EQ(fault_of({{}, thirteen.turned(), {}, Side::Black}),
              "White has 13 pieces, at most 12 are possible");
}

TEST(Position, HashesEveryPartOfItself) {
    const Position p = parse_fen("B:W18,K27:BK3,14").value();
    for (const char* fen : {"W:W18,K27:BK3,14",
                            "B:W18,K28:BK3,14",
                            "B:W18,K27:BK3,15",
                            "B:WK18,K27:BK3,14",
                            "B:W18,K27:B3,14",
                            "B:WK3,14:B18,K27"})
        EXPECT_NE(hash_of(p), hash_of(parse_fen(fen).value())) << fen;
    EXPECT_EQ(hash_of(p), hash_of(parse_fen("B:B14,K3:WK27,18").value()));
}

}  // namespace deepwell
