#include <algorithm>
#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/checksum.h"
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
    for (auto& row : network->kings) row = random_row(random, 200);
    network->first_bias = random_row(random, 300);
    for (auto& head : network->heads) head = random_head(random);
    return network;
}

// The place-th square of a row, counted on the board.
std::optional<Square> square_at(int row, int place) {
    for (int i = 0; i < SquareCount; ++i) {
        const Square square = Square::from_index(i);
        if (square.row() == row && place-- == 0) return square;
    }
    return std::nullopt;
}

// How many smaller views there are in which no square is taken twice.
std::size_t number_of_view(std::size_t view) {
    std::size_t smaller = 0;
    for (std::size_t other = 0; other < view; ++other)
        if (other % 16 + other / 16 == (other % 16 | other / 16)) ++smaller;
    return smaller;
}

// Straight from the definition in network.h, with no limits on the size of numbers.
Score plain_score(const Network& network, const Position& position) {
    const Position p = position.side == Side::Black ? position : turned(position);
    std::vector<std::int64_t> first(network.first_bias.begin(), network.first_bias.end());
    const auto add = [&](const Network::Row& row) {
        for (std::size_t i = 0; i < first.size(); ++i) first[i] += row[i];
    };
    // Windows by where their squares stand on the board.
    std::size_t window = 0;
    const auto add_window = [&](int row, int place) {
        std::size_t view = 0;
        for (int i = 0; i < 4; ++i) {
            const auto there = square_at(row + i / 2, place + i % 2);
            if (!there || !p.occupied().contains(*there) || p.kings.contains(*there)) continue;
            view |= std::size_t{1} << (p.black.contains(*there) ? i : i + 4);
        }
        add(network.men[window++][number_of_view(view)]);
    };
    for (const int odd : {0, 1})
        for (int place = 0; place + 1 < (BoardSize + 1) / 2; ++place)
            for (int row = 0; row + 1 < BoardSize; ++row)
                if (row % 2 == odd) add_window(row, place);
    for (int square = 0; square < SquareCount; ++square) {
        const Square s = Square::from_index(square);
        if (p.kings.contains(s))
            add(network.kings[static_cast<std::size_t>(p.white.contains(s) ? SquareCount + square
                                                                           : square)]);
    }
    const int pieces = p.occupied().count();
    const std::size_t phase = pieces >= 20 ? 0 : pieces >= 14 ? 1 : pieces >= 10 ? 2 : 3;
    const Network::Head& head = network.heads[BoardSize == 8 ? phase : phase_of(pieces)];
    return plain_output(head, first);
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

// A file of version 2: rows by square instead of windows.
std::string bytes_by_square(const std::vector<Network::Row>& rows, const Network& rest) {
    const std::string bytes = to_bytes(rest);
    const std::size_t behind_rows =
        sizeof(std::uint32_t) * 5 + NetworkMagic.size() + Network::Inputs * sizeof(Network::Row);
    ByteWriter out;
    out.put_text(NetworkMagic);
    for (const std::size_t n :
         {std::size_t{2}, rows.size(), Network::First, Network::Second, PhaseCount})
        out.put(static_cast<std::uint32_t>(n));
    for (const Network::Row& row : rows)
        for (const std::int16_t n : row) out.put(n);
    out.put_text(std::string_view(bytes).substr(
        behind_rows, bytes.size() - behind_rows - sizeof(std::uint64_t)));
    out.put(checksum(out.bytes()));
    return {out.bytes().begin(), out.bytes().end()};
}

TEST(Network, ReadsFilesWithRowsBySquare) {
    const auto by_square = std::make_unique<Network>(*random_network(8));
    by_square->men = {};
    std::vector<Network::Row> rows;
    Random random(9);
    for (int i = 0; i < 4 * SquareCount; ++i) {
        Network::Row row;
        for (auto& n : row) n = static_cast<std::int16_t>(random.below(401)) - 200;
        rows.push_back(row);
    }
    const auto network = parse_network(bytes_by_square(rows, *by_square)).value();
    for_random_positions(2'000, [&](const Position& position) {
        const Position p = position.side == Side::Black ? position : turned(position);
        // The same position with its men as "kings" whose rows are those of the men.
        for (int i = 0; i < SquareCount; ++i) {
            const bool is_king = p.kings.contains(Square::from_index(i));
            for (const int side : {0, 1})
                by_square->kings[static_cast<std::size_t>(side * SquareCount + i)] =
                    rows[static_cast<std::size_t>((is_king ? 2 + side : side) * SquareCount + i)];
        }
        Position kings = p;
        kings.kings = p.occupied();
        ASSERT_EQ(plain_score(*network, p), plain_score(*by_square, kings)) << to_fen(position);
    });
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
