#include <algorithm>
#include <gtest/gtest.h>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "eval/network_evaluator.h"

namespace deepwell {
namespace {

Network random_network(std::uint64_t seed) {
    Random random(seed);
    const auto draw = [&](int spread) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * spread + 1))) - spread;
    };
    Network network;
    for (auto& row : network.first)
        for (auto& n : row) n = static_cast<std::int16_t>(draw(200));
    for (auto& n : network.first_bias) n = static_cast<std::int16_t>(draw(300));
    for (auto& head : network.heads) {
        for (auto& row : head.second)
            for (auto& n : row) n = static_cast<std::int16_t>(draw(400));
        for (auto& n : head.second_bias) n = draw(100'000);
        for (auto& n : head.last) n = draw(50'000);
        head.last_bias = draw(50);
    }
    return network;
}

// Straight from the definition in network.h, with no limits on the size of numbers.
Score plain_score(const Network& network, const Position& position) {
    const Position p = position.side == Side::Black ? position : turned(position);
    std::vector<std::int64_t> first(network.first_bias.begin(), network.first_bias.end());
    for (int square = 0; square < SquareCount; ++square) {
        const Square s = Square::from_index(square);
        if (!p.occupied().contains(s)) continue;
        const int kind = (p.white.contains(s) ? 1 : 0) + (p.kings.contains(s) ? 2 : 0);
        const auto input = static_cast<std::size_t>(kind * SquareCount + square);
        for (std::size_t i = 0; i < first.size(); ++i) first[i] += network.first[input][i];
    }
    const int pieces = p.occupied().count();
    const std::size_t phase = pieces >= 20 ? 0 : pieces >= 14 ? 1 : pieces >= 10 ? 2 : 3;
    const Network::Head& head = network.heads[BoardSize == 8 ? phase : phase_of(pieces)];
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < Network::Second; ++j) {
        std::int64_t unit = head.second_bias[j];
        for (std::size_t i = 0; i < first.size(); ++i)
            unit += head.second[j][i] *
                    std::clamp(first[i], std::int64_t{0}, std::int64_t{Network::FirstOne});
        unit = std::max(unit, std::int64_t{0}) /
               (Network::FirstOne * Network::SecondOne / Network::OutputOne);
        sum += unit * head.last[j];
    }
    return static_cast<Score>(sum / (Network::OutputOne * Network::OutputOne)) + head.last_bias;
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
    const auto network = std::make_shared<const Network>(random_network(1));
    const NetworkEvaluator portable(network, Kernel::Portable);
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
    const NetworkEvaluator portable(default_network(), Kernel::Portable);
    const NetworkEvaluator best(default_network(), best_kernel());
    int different = 0;
    for_random_positions(1'000'000, [&](const Position& position) {
        different += portable.evaluate(position) != best.evaluate(position) ? 1 : 0;
    });
    EXPECT_EQ(different, 0);
}

TEST(Network, PositionAndItsTurnedTwinAreWorthTheSame) {
    const NetworkEvaluator evaluator(std::make_shared<const Network>(random_network(2)));
    for_random_positions(2'000, [&](const Position& position) {
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(turned(position)));
    });
}

TEST(Network, IsReadAsItWasWritten) {
    const Network network = random_network(4);
    EXPECT_EQ(*parse_network(to_bytes(network)).value(), network);
}

TEST(Network, EveryFlippedBitIsNoticed) {
    std::string bytes = to_bytes(random_network(5));
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
    const std::string bytes = to_bytes(random_network(7));
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
