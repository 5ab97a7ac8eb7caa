// Every rule of movement has its test.  Boards are FEN; a list of moves is one text in rising
// order.

#include "board/movegen.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "board/fen.h"
#include "board/notation.h"

namespace deepwell {

namespace {

Position at(const char* fen) {
    return parse_fen(fen).value();
}

// "14x23x30 14x23x32"
std::string moves_in(const char* fen) {
    const Position position = at(fen);
    std::vector<std::string> texts;
    for (const Move& move : legal_moves(position)) texts.push_back(to_long_text(position, move));
    std::sort(texts.begin(), texts.end());
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : " ") + text;
    return list;
}

// The position after the only legal move.
std::string after_only_move(const char* fen) {
    const Position position = at(fen);
    const MoveList moves = legal_moves(position);
    EXPECT_EQ(moves.size(), 1U) << fen;
    const Position next = play(position, moves[0]);
    EXPECT_EQ(fault_of(next), std::nullopt) << fen;
    return to_fen(next);
}

std::vector<std::vector<int>> ways_of_only_move(const char* fen) {
    const Position position = at(fen);
    const MoveList moves = legal_moves(position);
    EXPECT_EQ(moves.size(), 1U) << fen;
    std::vector<std::vector<int>> ways;
    for (const auto& path : paths_of(position, moves[0])) {
        auto& way = ways.emplace_back();
        for (const Square square : path) way.push_back(square.number());
    }
    std::sort(ways.begin(), ways.end());
    return ways;
}

}  // namespace

TEST(Movegen, MenMoveForwardOnly) {
    EXPECT_EQ(moves_in("B:W:B14"), "14-17 14-18");
    EXPECT_EQ(moves_in("W:W14:B"), "14-10 14-9");
}

TEST(Movegen, MenAtTheEdgeHaveOneMove) {
    EXPECT_EQ(moves_in("B:W:B12"), "12-16");
    EXPECT_EQ(moves_in("B:W:B13"), "13-17");
    EXPECT_EQ(moves_in("W:W20:B"), "20-16");
    EXPECT_EQ(moves_in("W:W21:B"), "21-17");
}

TEST(Movegen, KingsMoveInEveryDirection) {
    EXPECT_EQ(moves_in("B:W:BK14"), "14-10 14-17 14-18 14-9");
    EXPECT_EQ(moves_in("W:WK14:B"), "14-10 14-17 14-18 14-9");
    EXPECT_EQ(moves_in("W:WK29:B"), "29-25");
}

TEST(Movegen, KingsMoveOneStepOnly) {
    EXPECT_EQ(moves_in("B:W:BK4"), "4-8");
}

TEST(Movegen, PiecesDoNotMoveOntoOthers) {
    EXPECT_EQ(moves_in("B:W:B14,17"), "14-18 17-21 17-22");
    EXPECT_EQ(moves_in("B:W22,26:B17"), "17-21");
}

TEST(Movegen, OnlyTheSideToMoveMoves) {
    EXPECT_EQ(moves_in("B:W32:B1"), "1-5 1-6");
    EXPECT_EQ(moves_in("W:W32:B1"), "32-27 32-28");
}

TEST(Movegen, StartHasSevenMoves) {
    EXPECT_EQ(legal_moves(Position::start()).size(), 7U);
    EXPECT_FALSE(can_jump(Position::start()));
}

TEST(Movegen, JumpsAreCompulsory) {
    EXPECT_EQ(moves_in("B:W18:B1,14"), "14x23");
    EXPECT_EQ(moves_in("W:W18,32:B14"), "18x9");
}

TEST(Movegen, CanJumpIsAskedOfTheSideToMove) {
    EXPECT_TRUE(can_jump(at("B:W18,22:B14")));
    EXPECT_TRUE(can_jump(at("W:W18,22:B14")));
    EXPECT_TRUE(can_jump(at("B:W9:BK14")));
    EXPECT_TRUE(can_jump(at("W:WK9:B14")));
    EXPECT_FALSE(can_jump(at("B:W18,23:B14")));
    EXPECT_TRUE(can_jump(at("W:W18,23:B14")));
    EXPECT_FALSE(can_jump(at("B:W:B14")));
    EXPECT_FALSE(can_jump(at("B:W10:B")));
}

TEST(Movegen, MenDoNotJumpBackward) {
    EXPECT_EQ(moves_in("B:W9:B14"), "14-17 14-18");
    EXPECT_EQ(moves_in("W:W14:B17,18"), "14-10 14-9");
}

TEST(Movegen, KingsJumpInEveryDirection) {
    EXPECT_EQ(moves_in("B:W9,10,17,18:BK14"), "14x21 14x23 14x5 14x7");
    EXPECT_EQ(moves_in("W:WK14:B9,10,17,18"), "14x21 14x23 14x5 14x7");
}

TEST(Movegen, JumpsNeedAnEmptySquareBehind) {
    EXPECT_EQ(moves_in("B:W18,23:B14"), "14-17");
    EXPECT_EQ(moves_in("B:W18:B14,23"), "14-17 23-26 23-27");
}

TEST(Movegen, JumpsDoNotLeaveTheBoard) {
    EXPECT_EQ(moves_in("B:W13:B9"), "9-14");
    EXPECT_EQ(moves_in("B:W12:BK8"), "8-11 8-3 8-4");
    EXPECT_EQ(moves_in("B:W32:BK28"), "28-24");
}

TEST(Movegen, OwnPiecesAreNotJumped) {
    EXPECT_EQ(moves_in("B:W:B14,18"), "14-17 18-22 18-23");
}

TEST(Movegen, AnyJumpMayBeChosen) {
    EXPECT_EQ(moves_in("B:W17,18,27:B14"), "14x21 14x23x32");
}

TEST(Movegen, AJumpMustBeContinued) {
    EXPECT_EQ(moves_in("B:W18,27:B14"), "14x23x32");
    EXPECT_EQ(after_only_move("B:W18,27:B14"), "W:W:BK32");
}

TEST(Movegen, AJumpMayForkOnItsWay) {
    EXPECT_EQ(moves_in("B:W18,26,27:B14"), "14x23x30 14x23x32");
}

TEST(Movegen, MenDoNotTurnBackInTheMiddleOfAJump) {
    EXPECT_EQ(moves_in("B:W18,19:B14"), "14x23");
    EXPECT_EQ(moves_in("B:W18,19:BK14"), "14x23x16");
}

TEST(Movegen, MenAreCrownedOnTheKingRow) {
    const Position position = at("W:W6:B20");
    const auto move = parse_move(position, "6-1").value();
    EXPECT_EQ(to_fen(play(position, move)), "B:WK1:B20");
    EXPECT_EQ(after_only_move("B:W:B28"), "W:W:BK32");
}

TEST(Movegen, MenAreNotCrownedElsewhere) {
    EXPECT_EQ(after_only_move("B:W:B12"), "W:W:B16");
}

TEST(Movegen, KingsStayKings) {
    EXPECT_EQ(after_only_move("B:W:BK4"), "W:W:BK8");
    EXPECT_EQ(after_only_move("B:W9:BK14"), "W:W:BK5");
}

TEST(Movegen, ManStopsWhenCrowned) {
    EXPECT_EQ(moves_in("B:W26,27:B22"), "22x31");
    EXPECT_EQ(after_only_move("B:W26,27:B22"), "W:W27:BK31");
    EXPECT_EQ(moves_in("W:W11:B6,7"), "11x2");
}

TEST(Movegen, ManStopsWhenCrownedInTheMiddleOfAJump) {
    EXPECT_EQ(moves_in("B:W17,26,27:B13"), "13x22x31");
    EXPECT_EQ(after_only_move("B:W17,26,27:B13"), "W:W27:BK31");
    EXPECT_EQ(moves_in("B:W17,26,27:BK13"), "13x22x31x24");
}

TEST(Movegen, JumpedPiecesLeaveTheBoard) {
    EXPECT_EQ(after_only_move("B:W18,K32:B14"), "W:WK32:B23");
    EXPECT_EQ(after_only_move("B:WK18,32:B14"), "W:W32:B23");
    EXPECT_EQ(after_only_move("W:W18:BK14,K32"), "B:W9:BK32");
}

// Back on 14 the king would jump 18 again, and again, if it still stood there.
TEST(Movegen, JumpedPiecesAreNotJumpedTwice) {
    EXPECT_EQ(after_only_move("W:WK14:B10,11,18,19"), "B:WK14:B");
}

TEST(Movegen, KingCirclesBackToItsStartSquare) {
    const MoveList moves = legal_moves(at("W:WK14:B10,11,18,19"));
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_EQ(moves[0].from, moves[0].to);
    EXPECT_EQ(moves[0].captured.count(), 4);
}

TEST(Movegen, KingPassesItsStartSquareAndGoesOn) {
    EXPECT_EQ(moves_in("W:WK14:B10,11,17,18,19"), "14x21 14x23x16x7x14x21");
}

TEST(Movegen, CircleBlockedByAnOwnPieceEndsBeforeIt) {
    EXPECT_EQ(moves_in("W:W16,K14:B10,11,18,19"), "14x23 14x7 16x7");
}

TEST(Movegen, TwinPathsAreOneMove) {
    EXPECT_EQ(ways_of_only_move("W:WK14:B10,11,18,19"),
              (std::vector<std::vector<int>>{{7, 16, 23, 14}, {23, 16, 7, 14}}));
}

TEST(Movegen, PathsThatTakeOthersAreDifferentMovesBetweenTheSameSquares) {
    EXPECT_EQ(moves_in("B:W10,11,18,19:B7"), "7x14x23 7x16x23");
    const Position position = at("B:W10,11,18,19:B7");
    for (const Move& move : legal_moves(position)) EXPECT_EQ(paths_of(position, move).size(), 1U);
}

TEST(Movegen, QuietMovesHaveOneWay) {
    EXPECT_EQ(ways_of_only_move("B:W:B12"), (std::vector<std::vector<int>>{{16}}));
}

// Every square that a king from 1 can jump over: no jump on the 8x8 board takes more than nine.
TEST(Movegen, TheLongestJumpTakesNine) {
    const MoveList moves = legal_moves(at("B:W6,7,8,14,15,16,22,23,24:BK1"));
    int most = 0;
    for (const Move& move : moves) most = std::max(most, move.captured.count());
    EXPECT_EQ(most, 9);
}

TEST(Movegen, BlockedSideHasNoMoves) {
    EXPECT_EQ(moves_in("B:W16,19:B12"), "");
    EXPECT_EQ(moves_in("W:W21:B14,17"), "");
    EXPECT_EQ(moves_in("B:WK5,K9,6,10,32:BK1"), "");
}

TEST(Movegen, SideWithoutPiecesHasNoMoves) {
    EXPECT_EQ(moves_in("B:W10:B"), "");
    EXPECT_EQ(moves_in("W:W:BK10"), "");
}

}  // namespace deepwell
