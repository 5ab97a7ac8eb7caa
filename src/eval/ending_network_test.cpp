#include "eval/ending_network.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/random_position.h"
#include "eval/evaluators.h"
#include "eval/network_evaluator.h"
#include "eval/plain_head.h"

namespace deepwell {
namespace {

std::shared_ptr<const EndingNetwork> random_endings(std::uint64_t seed) {
    Random random(seed);
    auto endings = std::make_shared<EndingNetwork>();
    for (auto& views : endings->rows)
        for (auto& row : views) row = random_row(random, 200);
    endings->first_bias = random_row(random, 300);
    for (auto& head : endings->heads) head = random_head(random);
    return endings;
}

// Any network: what it says tells that the ending network was not asked.
std::shared_ptr<const Network> silent_network() {
    auto network = std::make_shared<Network>();
    for (auto& head : network->heads) head.last_bias = 12'345;
    return network;
}

// What stands on a square, as a digit of a view.
std::size_t digit_at(const Position& p, int row, int place) {
    for (int i = 0; i < SquareCount; ++i) {
        const Square square = Square::from_index(i);
        if (square.row() != row || place-- != 0) continue;
        if (!p.occupied().contains(square)) return 0;
        return (p.black.contains(square) ? 1U : 3U) + (p.kings.contains(square) ? 1U : 0U);
    }
    return 0;
}

// Straight from the definition in ending_network.h, with no limits on the size of numbers.
Score plain_ending_score(const EndingNetwork& endings, const Position& position) {
    const Position p = position.side == Side::Black ? position : turned(position);
    std::vector<std::int64_t> first(endings.first_bias.begin(), endings.first_bias.end());
    std::size_t window = 0;
    for (const int odd : {0, 1})
        for (int place = 0; place + 1 < (BoardSize + 1) / 2; ++place)
            for (int row = odd; row + 1 < BoardSize; row += 2) {
                const std::size_t view = digit_at(p, row, place) + 5 * digit_at(p, row, place + 1) +
                                         25 * digit_at(p, row + 1, place) +
                                         125 * digit_at(p, row + 1, place + 1);
                for (std::size_t i = 0; i < first.size(); ++i)
                    first[i] += endings.rows[window][view][i];
                ++window;
            }
    int on_files = 0;
    for (const Square square : p.occupied()) on_files += square.row() % 2 == 0 ? 1 : 0;
    const int own = p.black.count();
    const int enemy = p.white.count();
    const std::size_t balance = own < enemy ? 0 : own == enemy ? 1 : 2;
    const std::size_t head_number = static_cast<std::size_t>(own + enemy - 7) * 6 + 2 * balance +
                                    static_cast<std::size_t>(on_files % 2);
    return plain_output(endings.heads[head_number], first);
}

// One of White's kings, if it has any, becomes Black's: now one side may have two pieces more.
Position with_a_king_changed(Position p) {
    const Bitboard kings = p.kings_of(Side::White);
    if (kings.is_empty()) return p;
    const Bitboard king = Bitboard::of(kings.lowest());
    p.white = p.white - king;
    p.black |= king;
    return p;
}

// Positions with 5 to 10 pieces, as far as the board has room for them.
template <class Visit>
void for_random_endings(int count, const Visit& visit) {
    Random random(17);
    for (int i = 0; i < count; ++i) {
        const int pieces = 5 + i % 6;
        if (pieces > 2 * MenPerSide) continue;
        const auto kings = static_cast<std::uint32_t>(1 + i % 4);
        const Position position = random_position(random, pieces, kings);
        visit(i % 3 == 0 ? with_a_king_changed(position) : position);
    }
}

TEST(EndingNetwork, KernelsAgreeWithTheDefinition) {
    const auto endings = random_endings(1);
    const NetworkEvaluator portable(silent_network(), endings, Kernel::Portable);
    const NetworkEvaluator best(silent_network(), endings);
    for_random_endings(20'000, [&](const Position& position) {
        const int pieces = position.occupied().count();
        const Score wanted =
            pieces == 7 || pieces == 8 ? plain_ending_score(*endings, position) : Score{12'345};
        ASSERT_EQ(portable.evaluate(position), wanted) << to_fen(position);
        ASSERT_EQ(best.evaluate(position), wanted) << to_fen(position);
    });
}

TEST(EndingNetwork, PositionAndItsTurnedTwinAreWorthTheSame) {
    const NetworkEvaluator evaluator(silent_network(), random_endings(2));
    for_random_endings(3'000, [&](const Position& position) {
        ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(turned(position)));
    });
}

TEST(EndingNetwork, IsReadAsItWasWritten) {
    const auto endings = random_endings(3);
    EXPECT_EQ(*parse_ending_network(to_bytes(*endings)).value(), *endings);
}

TEST(EndingNetwork, DamagedAndCutOffFilesAreRefused) {
    std::string bytes = to_bytes(*random_endings(4));
    Random random(5);
    for (int i = 0; i < 30; ++i) {
        char& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
        const char bit = static_cast<char>(1 << random.below(8));
        byte = static_cast<char>(byte ^ bit);
        EXPECT_FALSE(parse_ending_network(bytes));
        byte = static_cast<char>(byte ^ bit);
    }
    EXPECT_TRUE(parse_ending_network(bytes));
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, bytes.size() - 1})
        EXPECT_FALSE(parse_ending_network(bytes.substr(0, size)));
    EXPECT_FALSE(parse_ending_network(bytes + "x"));
}

// Three kings and a man, or two and two, against three kings in all of them; the values are those
// of the databases of 7 pieces (deepwell egdb build --pieces 7, deepwell egdb probe FEN).
TEST(EndingNetwork, JudgeTellsWinsFromDrawsThatHaveTheSamePieces) {
    const auto judge = default_judge();
    if (!judge) GTEST_SKIP() << "no network of endings for this board";
    for (const char* won : {"B:WK14,K18,K23:BK2,12,K21,K32",
                            "B:WK11,K19,K23:BK9,12,K26,K32",
                            "B:WK2,K17,K19:B5,6,K18,K32",
                            "B:WK1,K6,K10:B15,19,K23,K26"})
        EXPECT_GT(judge->evaluate(parse_fen(won).value()), 100) << won;
    for (const char* drawn : {"B:WK8,K11,K14:BK9,K18,K26,27",
                              "B:WK1,K6,K11:BK10,K14,19,K22",
                              "B:WK9,K10,K11:B15,16,K19,K26"})
        EXPECT_LT(judge->evaluate(parse_fen(drawn).value()), 50) << drawn;
}

}  // namespace
}  // namespace deepwell
