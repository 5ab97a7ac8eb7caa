#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "eval/network_evaluator.h"
#include "eval/plain_head.h"

namespace deepwell {
namespace {

std::shared_ptr<const Network> random_network(std::uint64_t seed) {
    Random random(seed);
    auto network = std::make_shared<Network>();
    for (auto& views : network->men)
        for (auto& row : views) row = random_row(random, 200);
    for (auto& views : network->near_kings)
        for (auto& row : views) row = random_row(random, 200);
    network->first_bias = random_row(random, 300);
    for (auto& head : network->heads) head = random_head(random);
    return network;
}

enum class Piece { None, OwnMan, OwnKing, EnemyMan, EnemyKing };

// What stands on the place-th square of a row, counted on the board.
Piece piece_at(const Position& p, int row, int place) {
    for (int i = 0; i < SquareCount; ++i) {
        const Square square = Square::from_index(i);
        if (square.row() != row || place-- != 0) continue;
        const bool is_king = p.kings.contains(square);
        if (p.black.contains(square)) return is_king ? Piece::OwnKing : Piece::OwnMan;
        if (p.white.contains(square)) return is_king ? Piece::EnemyKing : Piece::EnemyMan;
    }
    return Piece::None;
}

// The pieces of `rows` neighbouring rows and two neighbouring places.
std::vector<Piece> pieces_through(const Position& p, int rows, int row, int place) {
    std::vector<Piece> pieces;
    for (int i = 0; i < 2 * rows; ++i) pieces.push_back(piece_at(p, row + i / 2, place + i % 2));
    return pieces;
}

// The first one is the lowest digit.
template <class Digit>
std::size_t number_of(const std::vector<Piece>& pieces, std::size_t base, const Digit& digit) {
    std::size_t number = 0;
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
        number = number * base + digit(*piece);
    return number;
}

std::size_t man_digit(Piece piece) {
    return piece == Piece::OwnMan ? 1 : piece == Piece::EnemyMan ? 2 : 0;
}

bool is_king(Piece piece) {
    return piece == Piece::OwnKing || piece == Piece::EnemyKing;
}

constexpr int Places = (BoardSize + 1) / 2;

// Straight from the definition in network.h, with no limits on the size of numbers.
Score plain_score(const Network& network, const Position& position) {
    const Position p = position.side == Side::Black ? position : turned(position);
    std::vector<std::int64_t> first(network.first_bias.begin(), network.first_bias.end());
    const auto add = [&](const Network::Row& row) {
        for (std::size_t i = 0; i < first.size(); ++i) first[i] += row[i];
    };
    std::size_t window = 0;
    for (int row = 0; row + 2 < BoardSize; ++row)
        for (int place = 0; place + 1 < Places; ++place)
            add(network.men[window++][number_of(pieces_through(p, 3, row, place), 3, man_digit)]);
    window = 0;
    for (const int odd : {0, 1})
        for (int place = 0; place + 1 < Places; ++place)
            for (int row = odd; row + 1 < BoardSize; row += 2, ++window) {
                const auto pieces = pieces_through(p, 2, row, place);
                if (std::ranges::none_of(pieces, is_king)) continue;
                const auto digit = [](Piece piece) { return static_cast<std::size_t>(piece); };
                add(network.near_kings[window][number_of(pieces, 5, digit)]);
            }
    int on_files = 0;
    for (const Square square : p.occupied()) on_files += square.row() % 2 == 0 ? 1 : 0;
    const int pieces = p.occupied().count() * 12 / MenPerSide;
    std::size_t stage = 0;
    for (const int least : {23, 20, 17, 14, 12, 10, 8}) stage += pieces < least ? 1 : 0;
    return plain_output(network.heads[2 * stage + static_cast<std::size_t>(on_files % 2)], first);
}

// Positions of random games.
template <class Visit>
void for_random_positions(int count, const Visit& visit) {
    Random random(3);
    Position position = Position::start();
    for (int i = 0; i < count; ++i) {
        const MoveList moves = legal_moves(position);
        if (moves.empty() || i % 120 == 119) {
            position = Position::start();
            continue;
        }
        visit(position);
        position = play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
}

TEST(Network, KernelsAgreeWithTheDefinition) {
    const auto network = random_network(1);
    const NetworkEvaluator portable(network, nullptr, Kernel::Portable);
    const NetworkEvaluator best(network);
    for_random_positions(20'000, [&](const Position& position) {
        const Score wanted = plain_score(*network, position);
        ASSERT_EQ(portable.evaluate(position), wanted) << to_fen(position);
        ASSERT_EQ(best.evaluate(position), wanted) << to_fen(position);
    });
}

// Nothing is kept between positions, so the kernels are the only two ways to one score.
TEST(Network, KernelsAgreeOnAMillionPositions) {
    if (!default_network()) GTEST_SKIP() << "no network for this board";
    const NetworkEvaluator portable(default_network(), default_ending_network(), Kernel::Portable);
    const NetworkEvaluator best(default_network(), default_ending_network());
    int different = 0;
    for_random_positions(1'000'000, [&](const Position& position) {
        different += portable.evaluate(position) != best.evaluate(position) ? 1 : 0;
    });
    EXPECT_EQ(different, 0);
}

TEST(Network, PositionAndItsTurnedTwinAreWorthTheSame) {
    const NetworkEvaluator evaluator(random_network(2));
    for_random_positions(2'000, [&](const Position& position) {
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(turned(position)));
    });
}

TEST(Network, IsReadAsItWasWritten) {
    const auto network = random_network(4);
    EXPECT_EQ(*parse_network(to_bytes(*network)).value(), *network);
}

TEST(Network, EveryFlippedBitIsNoticed) {
    std::string bytes = to_bytes(*random_network(5));
    Random random(6);
    for (int i = 0; i < 300; ++i) {
        char& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
        const char bit = static_cast<char>(1 << random.below(8));
        byte = static_cast<char>(byte ^ bit);
        EXPECT_FALSE(parse_network(bytes));
        byte = static_cast<char>(byte ^ bit);
    }
    EXPECT_TRUE(parse_network(bytes));
}

TEST(Network, CutOffFilesAreRefused) {
    const std::string bytes = to_bytes(*random_network(7));
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, bytes.size() - 1})
        EXPECT_FALSE(parse_network(bytes.substr(0, size)));
    EXPECT_FALSE(parse_network(bytes + "x"));
}

TEST(Network, BuiltInOneKnowsThatAManMoreIsBetter) {
    if (!default_network()) GTEST_SKIP() << "no network for this board";
    const NetworkEvaluator evaluator(default_network());
    Position position = Position::start();
    EXPECT_LT(std::abs(evaluator.evaluate(position)), 50);
    position.white = position.white - Bitboard::of(Square::from_index(SquareCount - 1));
    EXPECT_GT(evaluator.evaluate(position), 50);
}

}  // namespace
}  // namespace deepwell
