#include "oracle/endgames.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace oracle {

namespace {

using Answer = Endgames::Answer;
using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr Answer Draw{0, -1};

Answer win_in(int plies) {
    return {1, plies};
}

Answer loss_in(int plies) {
    return {-1, plies};
}

struct Placed {
    Piece piece;
    int square;
};

Board board_with(int size, Color to_move, std::initializer_list<Placed> pieces) {
    Board board;
    board.size = size;
    board.to_move = to_move;
    for (const auto& [piece, square] : pieces) board.on_square(square) = piece;
    return board;
}

Board black_to_move(std::initializer_list<Placed> pieces) {
    return board_with(8, Color::Black, pieces);
}

Board white_to_move(std::initializer_list<Placed> pieces) {
    return board_with(8, Color::White, pieces);
}

// Solved once for all tests of a run.
const Endgames& three_pieces() {
    static const Endgames solved(8, 3, 2);
    return solved;
}

// What the answers one ply later say.
Answer derived(const Endgames& endgames, const Board& board) {
    int nearest_loss = -1;
    int farthest_win = -1;
    bool all_win = true;
    for (const Move& move : legal_moves(board)) {
        const Answer next = endgames.answer(play(board, move));
        all_win = all_win && next.value > 0;
        if (next.value > 0) farthest_win = std::max(farthest_win, next.distance);
        if (next.value < 0 && (nearest_loss < 0 || next.distance < nearest_loss))
            nearest_loss = next.distance;
    }
    if (nearest_loss >= 0) return win_in(nearest_loss + 1);
    return all_win ? loss_in(farthest_win + 1) : Draw;
}

AssertionResult is_consistent(const Endgames& endgames, const Board& board, Answer answer) {
    const Answer expected = derived(endgames, board);
    if (answer == expected) return AssertionSuccess();
    return AssertionFailure() << to_fen(board) << " has value " << answer.value << ", distance "
                              << answer.distance << "; its moves say " << expected.value << ", "
                              << expected.distance;
}

AssertionResult is_symmetric(const Endgames& endgames, const Board& board, Answer answer) {
    if (endgames.answer(turned(board)) == answer) return AssertionSuccess();
    return AssertionFailure() << to_fen(board) << " and its turned board differ";
}

// Every `step`th position, up to the first that fails, agrees with its successors and with the
// turned board.
void expect_sound(const Endgames& endgames, int step) {
    int seen = 0;
    endgames.for_each([&](const Board& board, Answer answer) {
        if (seen++ % step != 0 || testing::Test::HasFailure()) return;
        ASSERT_TRUE(is_consistent(endgames, board, answer));
        ASSERT_TRUE(is_symmetric(endgames, board, answer));
    });
    EXPECT_GT(seen, 0);
}

// Summed over men and kings: [black pieces, white pieces].
std::map<std::pair<int, int>, std::uint64_t> placements(const Endgames& endgames) {
    std::map<std::pair<int, int>, std::uint64_t> sums;
    for (const auto& [material, count] : endgames.counts())
        sums[{material.black_kings + material.black_men,
              material.white_kings + material.white_men}] += count.positions;
    return sums;
}

void expect_every_slot_is_one_board(int size, int max_pieces) {
    const Numbering numbering(size, max_pieces);
    for (std::uint32_t slot = 0; slot < numbering.slots(); ++slot)
        ASSERT_EQ(numbering.slot_of(numbering.board_of(slot)), slot);
}

TEST(OracleNumbering, EverySlotIsOneBoard) {
    expect_every_slot_is_one_board(4, 4);
    expect_every_slot_is_one_board(5, 4);
    expect_every_slot_is_one_board(8, 3);
}

// 2 sides to move; on 8x8 1 piece 32 * 4, 2 pieces 496 * 16 boards.
TEST(OracleNumbering, HasASlotForEveryBoard) {
    EXPECT_EQ(Numbering(8, 1).slots(), 2u * 32 * 4);
    EXPECT_EQ(Numbering(8, 2).slots(), 2u * (32 * 4 + 496 * 16));
}

TEST(OracleNumbering, RefusesWhatDoesNotFit) {
    EXPECT_THROW(Numbering(4, 0), std::invalid_argument);
    EXPECT_THROW(Numbering(4, 9), std::invalid_argument);
    EXPECT_THROW(Numbering(8, 16), std::invalid_argument);
    EXPECT_THROW(Numbering(8, 7), std::length_error);
}

TEST(OracleEndgames, SideWithoutPiecesHasLost) {
    const Board board = white_to_move({{Piece::BlackKing, 14}});
    EXPECT_EQ(three_pieces().answer(board), loss_in(0));
}

// The man's only square is taken, and nothing lies behind it to jump to.
TEST(OracleEndgames, BlockedManHasLost) {
    const Board board = black_to_move({{Piece::BlackMan, 28}, {Piece::WhiteKing, 32}});
    EXPECT_EQ(three_pieces().answer(board), loss_in(0));
}

TEST(OracleEndgames, JumpOverTheLastPieceWinsInOne) {
    const Board board = black_to_move({{Piece::BlackMan, 14}, {Piece::WhiteMan, 18}});
    EXPECT_EQ(three_pieces().answer(board), win_in(1));
}

// 14x32 takes both.
TEST(OracleEndgames, JumpOverTwoPiecesIsOnePly) {
    const Board board =
        black_to_move({{Piece::BlackKing, 14}, {Piece::WhiteMan, 18}, {Piece::WhiteMan, 27}});
    EXPECT_EQ(three_pieces().answer(board), win_in(1));
}

// 29-25, 22x29; and before that 18-22.
TEST(OracleEndgames, KingInTheSingleCornerIsCaught) {
    const Board caught = white_to_move({{Piece::WhiteKing, 29}, {Piece::BlackKing, 22}});
    EXPECT_EQ(three_pieces().answer(caught), loss_in(2));
    const Board before = black_to_move({{Piece::WhiteKing, 29}, {Piece::BlackKing, 18}});
    EXPECT_EQ(three_pieces().answer(before), win_in(3));
}

TEST(OracleEndgames, KingInTheDoubleCornerDrawsAgainstOne) {
    for (const int corner : {1, 5, 28, 32}) {
        const Board board = black_to_move({{Piece::BlackKing, 15}, {Piece::WhiteKing, corner}});
        EXPECT_EQ(three_pieces().answer(board), Draw) << to_fen(board);
    }
}

TEST(OracleEndgames, KingInTheDoubleCornerLosesAgainstTwo) {
    const std::initializer_list<Placed> pieces{
        {Piece::BlackKing, 14}, {Piece::BlackKing, 15}, {Piece::WhiteKing, 1}};
    EXPECT_EQ(three_pieces().answer(black_to_move(pieces)).value, 1);
    EXPECT_EQ(three_pieces().answer(white_to_move(pieces)).value, -1);
}

TEST(OracleEndgames, RefusesBoardsThatWereNotSolved) {
    const Endgames& solved = three_pieces();
    const Board too_many = black_to_move({{Piece::BlackKing, 1},
                                          {Piece::BlackKing, 2},
                                          {Piece::WhiteKing, 3},
                                          {Piece::WhiteKing, 4}});
    const Board too_many_a_side =
        black_to_move({{Piece::BlackKing, 1}, {Piece::BlackKing, 2}, {Piece::BlackKing, 3}});
    const Board uncrowned = black_to_move({{Piece::BlackMan, 32}, {Piece::WhiteKing, 1}});
    const Board small = board_with(5, Color::Black, {{Piece::BlackKing, 1}, {Piece::WhiteKing, 3}});
    for (const Board& board : {too_many, too_many_a_side, uncrowned, small, Board{}}) {
        EXPECT_FALSE(solved.contains(board)) << to_fen(board);
        EXPECT_THROW(solved.answer(board), std::out_of_range) << to_fen(board);
    }
}

TEST(OracleEndgames, ForEachShowsEveryPositionOnceForEachSideToMove) {
    const Endgames solved(4, 4, 2);
    std::set<std::string> seen;
    std::uint64_t black = 0;
    std::uint64_t shown = 0;
    solved.for_each([&](const Board& board, Answer answer) {
        seen.insert(to_fen(board));
        ++shown;
        black += board.to_move == Color::Black;
        EXPECT_EQ(solved.answer(board), answer);
    });
    EXPECT_EQ(seen.size(), shown);
    EXPECT_EQ(2 * black, shown);
    std::uint64_t counted = 0;
    for (const auto& [squares, count] : placements(solved)) counted += count;
    EXPECT_EQ(black, counted);
}

// Kings 32 * 31; a man has 28 squares, and both men may stand on 24 of them.
TEST(OracleEndgames, CountsPositionsOfEachMaterial) {
    const auto counts = three_pieces().counts();
    EXPECT_EQ(counts.at({1, 0, 1, 0}).positions, 32u * 31);
    EXPECT_EQ(counts.at({1, 0, 0, 1}).positions, 28u * 31);
    EXPECT_EQ(counts.at({0, 1, 0, 1}).positions, 28u * 28 - 24);
    for (const auto& [material, count] : counts)
        EXPECT_EQ(count.wins + count.losses + count.draws, count.positions);
}

// The values and distances of the starts are not published: a second program, with rules of its own
// and a queue of predecessors in place of the sweeps, found the same for every position.
TEST(OracleEndgames, WholeFourByFourBoardIsSound) {
    const Endgames solved(4, 4, 2);
    expect_sound(solved, 1);
    EXPECT_EQ(solved.answer(start_position(4)), Draw);
}

TEST(OracleEndgames, WholeFiveByFiveBoardIsSound) {
    const Endgames solved(5, 6, 3);
    expect_sound(solved, 7);
    EXPECT_EQ(solved.answer(start_position(5)), win_in(35));
}

// Placements from the papers, Table 1.
TEST(OracleEndgames, ThreePiecesAreSoundAndAsManyAsPublished) {
    const std::map<std::pair<int, int>, std::uint64_t> published{
        {{1, 1}, 3'488}, {{1, 2}, 98'016}, {{2, 1}, 98'016}};
    EXPECT_EQ(placements(three_pieces()), published);
    expect_sound(three_pieces(), 1);
}

TEST(OracleEndgames, FourPiecesAreSoundAndAsManyAsPublished) {
    const Endgames solved(8, 4, 3);
    const std::map<std::pair<int, int>, std::uint64_t> published{{{1, 1}, 3'488},
                                                                 {{1, 2}, 98'016},
                                                                 {{2, 1}, 98'016},
                                                                 {{1, 3}, 1'773'192},
                                                                 {{2, 2}, 2'662'932},
                                                                 {{3, 1}, 1'773'192}};
    EXPECT_EQ(placements(solved), published);
    expect_sound(solved, 101);
}

}  // namespace

}  // namespace oracle
