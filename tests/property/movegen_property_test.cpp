// The move generator against the rules written a second time (oracle/rules.h): a million positions
// when summed over the board sizes, each size being a program of its own.

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "board/movegen.h"
#include "board/perft.h"
#include "oracle/rules.h"
#include "property/random_positions.h"

namespace deepwell {

namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

// Four kinds of positions: 256,000 positions on 8x8 and 192,000 on each of the four small boards.
constexpr int PositionsPerKind = BoardSize == 8 ? 64'000 : 48'000;
// Every how many positions the leaves two and three plies away are counted as well.
constexpr int PerftTwoEvery = 8;
constexpr int PerftThreeEvery = 128;

oracle::Piece piece_on(const Position& position, Square square) {
    const bool is_king = position.kings.contains(square);
    if (position.black.contains(square))
        return is_king ? oracle::Piece::BlackKing : oracle::Piece::BlackMan;
    if (position.white.contains(square))
        return is_king ? oracle::Piece::WhiteKing : oracle::Piece::WhiteMan;
    return oracle::Piece::None;
}

oracle::Board board_of(const Position& position) {
    oracle::Board board;
    board.size = BoardSize;
    board.to_move = position.side == Side::Black ? oracle::Color::Black : oracle::Color::White;
    for (const Square square : Bitboard::all())
        board.on_square(square.number()) = piece_on(position, square);
    return board;
}

std::vector<int> numbers_of(Bitboard set) {
    std::vector<int> numbers;
    for (const Square square : set) numbers.push_back(square.number());
    return numbers;
}

oracle::Move translated(const Move& move) {
    return {move.from.number(), move.to.number(), numbers_of(move.captured)};
}

AssertionResult same_moves(const MoveList& moves, const std::vector<oracle::Move>& expected) {
    std::vector<oracle::Move> found;
    for (const Move& move : moves) found.push_back(translated(move));
    std::sort(found.begin(), found.end());
    if (found == expected) return AssertionSuccess();
    return AssertionFailure() << found.size() << " moves, the oracle has " << expected.size();
}

// The landing squares of every path of the oracle that is this move.
std::vector<std::vector<int>> ways_of(const oracle::Move& move,
                                      const std::vector<oracle::Path>& paths) {
    std::vector<std::vector<int>> ways;
    for (const oracle::Path& path : paths)
        if (oracle::move_of(path) == move) ways.push_back(path.landings);
    std::sort(ways.begin(), ways.end());
    return ways;
}

AssertionResult same_ways(const Position& position,
                          const Move& move,
                          const std::vector<oracle::Path>& paths) {
    std::vector<std::vector<int>> found;
    for (const auto& path : paths_of(position, move)) {
        auto& way = found.emplace_back();
        for (const Square square : path) way.push_back(square.number());
    }
    std::sort(found.begin(), found.end());
    if (found == ways_of(translated(move), paths)) return AssertionSuccess();
    return AssertionFailure() << "other ways from " << move.from.number() << " to "
                              << move.to.number();
}

AssertionResult same_leaves(const Position& position, const oracle::Board& board, int depth) {
    for (const JumpPaths paths : {JumpPaths::Unique, JumpPaths::All}) {
        const bool unique = paths == JumpPaths::Unique;
        const auto expected =
            oracle::perft(board, depth, unique ? oracle::Counting::Moves : oracle::Counting::Paths);
        for (const Kernel kernel : {Kernel::Portable, best_kernel()}) {
            PerftOptions options;
            options.paths = paths;
            options.kernel = kernel;
            NoProgress silent;
            const auto leaves = perft(position, depth, options, {}, silent);
            if (leaves == expected) continue;
            return AssertionFailure()
                   << "perft " << depth << " of " << (unique ? "moves" : "paths") << ", kernel "
                   << name_of(kernel) << ": " << *leaves << ", the oracle has " << expected;
        }
    }
    return AssertionSuccess();
}

// What a run has met, to be sure that the interesting cases were among it.
struct Seen {
    int positions = 0;
    int jumps = 0;
    int twins = 0;  // positions with two paths that are one move
    int losses = 0;
};

class Comparison {
public:
    AssertionResult operator()(const Position& position) {
        if (const auto fault = fault_of(position)) return AssertionFailure() << *fault;
        const oracle::Board board = board_of(position);
        const auto paths = oracle::legal_paths(board);
        const auto expected = oracle::legal_moves(board);
        const MoveList moves = legal_moves(position);
        if (auto same = same_moves(moves, expected); !same) return same;
        note(paths, expected);
        if (can_jump(position) != (!expected.empty() && expected.front().is_jump()))
            return AssertionFailure() << "can_jump is wrong";
        for (const Move& move : moves) {
            if (board_of(play(position, move)) != oracle::play(board, translated(move)))
                return AssertionFailure() << "another position after " << move.from.number()
                                          << " to " << move.to.number();
            if (auto same = same_ways(position, move, paths); !same) return same;
        }
        if (seen_.positions % PerftThreeEvery == 0) return same_leaves(position, board, 3);
        if (seen_.positions % PerftTwoEvery == 0) return same_leaves(position, board, 2);
        return AssertionSuccess();
    }

    const Seen& seen() const { return seen_; }

private:
    void note(const std::vector<oracle::Path>& paths, const std::vector<oracle::Move>& moves) {
        ++seen_.positions;
        seen_.jumps += !moves.empty() && moves.front().is_jump();
        seen_.twins += paths.size() != moves.size();
        seen_.losses += moves.empty();
    }

    Seen seen_;
};

template <class Draw>
Seen compare(std::uint64_t seed, Draw&& draw) {
    Comparison comparison;
    for_random_positions(seed, PositionsPerKind, draw, comparison);
    EXPECT_EQ(comparison.seen().positions, PositionsPerKind);
    EXPECT_GT(comparison.seen().jumps, PositionsPerKind / 20);
    EXPECT_GT(comparison.seen().losses, 0);
    return comparison.seen();
}

TEST(MovegenProperty, AgreesWithTheOracleOnRandomPlacements) {
    compare(0x5eed1, random_placement);
}

TEST(MovegenProperty, AgreesWithTheOracleInRandomPlay) {
    RandomPlay game;
    compare(0x5eed2, [&](Random& random) { return game.next(random); });
}

TEST(MovegenProperty, AgreesWithTheOracleWhereKingsAreMany) {
    compare(0x5eed3, king_heavy_placement);
}

// A circle takes four men: more than a side has on 4x4 and 5x5.
TEST(MovegenProperty, AgreesWithTheOracleOnLongJumpsAndTwinPaths) {
    const Seen seen = compare(0x5eed4, long_jump_placement);
    EXPECT_GT(seen.twins, MenPerSide >= 4 ? 100 : -1);
}

TEST(MovegenProperty, StartPositionIsTheOracles) {
    EXPECT_EQ(board_of(Position::start()), oracle::start_position(BoardSize));
    EXPECT_EQ(to_fen(Position::start()), oracle::to_fen(oracle::start_position(BoardSize)));
    EXPECT_EQ(MenPerSide, oracle::men_per_side(BoardSize));
}

TEST(MovegenProperty, LeavesFromTheStartAreTheOracles) {
    for (int depth = 0; depth <= 6; ++depth)
        EXPECT_TRUE(same_leaves(Position::start(), oracle::start_position(BoardSize), depth));
}

TEST(MovegenProperty, TurningTheBoardIsTheOracles) {
    for_random_positions(0x5eed5, 10'000, random_placement, [](const Position& position) {
        return board_of(turned(position)) == oracle::turned(board_of(position))
                   ? AssertionSuccess()
                   : AssertionFailure();
    });
}

}  // namespace

}  // namespace deepwell
