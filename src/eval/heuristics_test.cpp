// Each heuristic on the position that its comment draws, for both sides, and on that position
// turned; material.h, relations.h, squares.h, planning.h, timing.h.  The drawings, and those
// of docs/evaluation.md, are read and compared by tests/cli/test_explain.py.

#include <gtest/gtest.h>
#include <string>

#include "board/fen.h"
#include "eval/chinook.h"

namespace deepwell {

namespace {

struct Pair {
    int black;
    int white;
    bool operator==(const Pair&) const = default;
};
void PrintTo(const Pair& pair, std::ostream* out) {
    *out << "Black " << pair.black << ", White " << pair.white;
}

// What both sides get; the same, exchanged, in the turned position.
Pair value(Heuristic heuristic, const std::string& fen) {
    const Position position = parse_fen(fen).value();
    const HeuristicValues values = heuristic_values(position);
    const HeuristicValues twin = heuristic_values(turned(position));
    EXPECT_EQ(values.black[heuristic], twin.white[heuristic]) << fen;
    EXPECT_EQ(values.white[heuristic], twin.black[heuristic]) << fen;
    return {values.black[heuristic], values.white[heuristic]};
}

}  // namespace

TEST(PieceCount, CountsMenAndKings) {
    EXPECT_EQ(value(Heuristic::PieceCount, "B:W14:B1,K5,K12"), (Pair{3, 1}));
}

TEST(KingCount, CountsKingsOnly) {
    EXPECT_EQ(value(Heuristic::KingCount, "B:W14,K16:B1,K5,K6"), (Pair{2, 1}));
}

TEST(Exchange, GrowsAsPiecesLeaveWhileAhead) {
    EXPECT_EQ(value(Heuristic::Exchange, "B:W19:B6,7,K10"), (Pair{40, 0}));
    EXPECT_EQ(value(Heuristic::Exchange, "B:W6,7:B1,K5"), (Pair{0, 0}));
}

TEST(NumbKings, CountsTheKingsOfWhoIsBehind) {
    EXPECT_EQ(value(Heuristic::NumbKings, "B:WK5:BK18,K19"), (Pair{0, 1}));
    EXPECT_EQ(value(Heuristic::NumbKings, "B:WK5:BK18"), (Pair{0, 0}));
}

TEST(Pin, AManAheadHoldsAManAtTheSide) {
    EXPECT_EQ(value(Heuristic::Pin, "B:W21:B14"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::Pin, "B:W28:B19"), (Pair{1, 0}));
}

TEST(Pin, MenOnTheSameSideHoldEachOther) {
    EXPECT_EQ(value(Heuristic::Pin, "B:W21:B13"), (Pair{1, 1}));
    EXPECT_EQ(value(Heuristic::Pin, "B:W28:B20"), (Pair{1, 1}));
}

TEST(Pin, BackedUpMenAreNotHeldFromTheSide) {
    EXPECT_EQ(value(Heuristic::Pin, "B:W21,22:B13"), (Pair{0, 1})) << "13x22 is not possible";
    EXPECT_EQ(value(Heuristic::Pin, "B:W21,17:B14"), (Pair{0, 0})) << "21 has no step";
    EXPECT_EQ(value(Heuristic::Pin, "B:WK21:B14"), (Pair{0, 0})) << "only men are held";
}

TEST(Balance, IsTheDifferenceOfTheWings) {
    EXPECT_EQ(value(Heuristic::Balance, "B:W14,K15:B1,2,5,8"), (Pair{2, 1}));
}

TEST(SingleCornerAngle, CountsMenAtHomeInTheSingleCorner) {
    EXPECT_EQ(value(Heuristic::SingleCornerAngle, "B:W29,32:B4,8,12"), (Pair{2, 1}));
}

TEST(DoubleCornerAngle, CountsMenBeforeTheDoubleCorner) {
    EXPECT_EQ(value(Heuristic::DoubleCornerAngle, "B:W28,32:B5,6,7"), (Pair{2, 1}));
}

TEST(BackRow, TheBridgeCountsTwoMore) {
    EXPECT_EQ(value(Heuristic::BackRow, "B:W29,30,31:B1,3"), (Pair{4, 3}));
    EXPECT_EQ(value(Heuristic::BackRow, "B:W30,32:B2,K1"), (Pair{1, 4})) << "a king guards nothing";
}

TEST(Centrality, TheHeartCountsTwice) {
    EXPECT_EQ(value(Heuristic::Centrality, "B:W22,K23:B10,15"), (Pair{3, 1}));
}

TEST(Advancement, SumsTheRowsGone) {
    EXPECT_EQ(value(Heuristic::Advancement, "B:W14,16:B2,7,13"), (Pair{4, 8}));
}

TEST(Shadow, CountsSquaresThatNoManCanReach) {
    EXPECT_EQ(value(Heuristic::Shadow, "B:W32:B25"), (Pair{29, 9}));
    EXPECT_EQ(value(Heuristic::Shadow, "B:WK1:B25"), (Pair{29, 32})) << "White has no men";
    EXPECT_EQ(value(Heuristic::Shadow, "B:W21-32:B1-12"), (Pair{0, 0}));
}

TEST(KingCentralize, TheHeartCountsTwice) {
    EXPECT_EQ(value(Heuristic::KingCentralize, "B:WK22:BK10,K15"), (Pair{3, 1}));
    EXPECT_EQ(value(Heuristic::KingCentralize, "B:WK5:B18,K10"), (Pair{1, 0}))
        << "men do not count";
}

TEST(Corners, ShelterTheKingsOfWhoIsBehind) {
    EXPECT_EQ(value(Heuristic::Corners, "B:WK14,K15:BK1"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::Corners, "B:WK18,K28:BK1"), (Pair{1, 0})) << "White is ahead";
    EXPECT_EQ(value(Heuristic::Corners, "B:WK18,K28:BK4"), (Pair{0, 0})) << "a single corner";
    EXPECT_EQ(value(Heuristic::Corners, "B:WK18:BK1"), (Pair{0, 0})) << "nobody is behind";
}

TEST(SafeMoves, AStepIntoAJumpIsNoneOfThem) {
    EXPECT_EQ(value(Heuristic::SafeMoves, "B:W19:B10"), (Pair{1, 1}));
    EXPECT_EQ(value(Heuristic::SafeMoves, "B:W32:B1"), (Pair{2, 2}));
}

TEST(SafeMoves, AJumpNeedsAFreeSquareBehind) {
    EXPECT_EQ(value(Heuristic::SafeMoves, "B:W17:B9").black, 1) << "13; on 14 it is 17x10";
    EXPECT_EQ(value(Heuristic::SafeMoves, "B:W17:B9,10").black, 3) << "13, 9-14 and 15";
}

TEST(BlockedMen, HaveNeitherStepNorJump) {
    EXPECT_EQ(value(Heuristic::BlockedMen, "B:W14:B1,5,6"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::BlockedMen, "B:W9,10:B1,2,5,6"), (Pair{1, 1})) << "1 and 9";
}

TEST(KingMobility, CountsSafeSteps) {
    EXPECT_EQ(value(Heuristic::KingMobility, "B:WK29:BK18"), (Pair{4, 1}));
}

TEST(Runaway, WalksWhereNothingCanJumpIt) {
    EXPECT_EQ(value(Heuristic::Runaway, "B:W21:B22"), (Pair{2, 0}));
    EXPECT_EQ(value(Heuristic::Runaway, "B:W30:B22"), (Pair{0, 0}));
}

TEST(Runaway, CountsMoreNearTheKingRow) {
    EXPECT_EQ(value(Heuristic::Runaway, "B:WK4:B25"), (Pair{3, 0}));
    EXPECT_EQ(value(Heuristic::Runaway, "B:WK4:B17"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::Runaway, "B:WK4:B13"), (Pair{0, 0})) << "too far to be sure";
}

TEST(FreeKing, IsWorthMoreWithMenOnItsBackRow) {
    EXPECT_EQ(value(Heuristic::FreeKing, "B:W16:B1,3,K10"), (Pair{3, 0}));
    EXPECT_EQ(value(Heuristic::FreeKing, "B:WK32:B1,3,K10"), (Pair{0, 0})) << "White has one too";
}

TEST(TrappedKing, HasNoSafeStepFromTheEdge) {
    EXPECT_EQ(value(Heuristic::TrappedKing, "B:W30:BK29"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::TrappedKing, "B:W31:BK29"), (Pair{0, 0}));
    EXPECT_EQ(value(Heuristic::TrappedKing, "B:W25:BK29"), (Pair{0, 0})) << "29x22";
}

TEST(SideToMove, IsOneForWhoMoves) {
    EXPECT_EQ(value(Heuristic::SideToMove, "B:W10:B1"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::SideToMove, "W:W10:B1"), (Pair{0, 1}));
}

TEST(TheMove, BelongsToTheSideWhoseCountIsOdd) {
    EXPECT_EQ(value(Heuristic::TheMove, "B:W9:B1"), (Pair{0, 1}));
    EXPECT_EQ(value(Heuristic::TheMove, "W:W9:B1"), (Pair{1, 0}));
    EXPECT_EQ(value(Heuristic::TheMove, "B:W9:B1,2"), (Pair{0, 0})) << "pieces are not equal";
}

TEST(TheMove, IsWithWhiteAtTheStart) {
    EXPECT_EQ(value(Heuristic::TheMove, to_fen(Position::start())), (Pair{0, 1}));
}

}  // namespace deepwell
