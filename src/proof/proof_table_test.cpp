#include "proof/proof_table.h"

#include <gtest/gtest.h>

#include "board/movegen.h"

namespace deepwell::proof {

namespace {

std::vector<Position> some_positions(std::size_t count) {
    std::vector<Position> found{Position::start()};
    for (std::size_t i = 0; found.size() < count; ++i)
        for (const Move& move : legal_moves(found[i])) found.push_back(play(found[i], move));
    return found;
}

}  // namespace

TEST(ProofTable, KeepsQuestionsAndSidesApart) {
    ProofTable table(1 << 20);
    Position position = Position::start();
    table.store(
        position, Side::Black, {.numbers = {3, 4}, .rank = 7, .conditional = true, .work = 9});
    EXPECT_FALSE(table.find(position, Side::White));
    const auto found = table.find(position, Side::Black);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->numbers, (Numbers{3, 4}));
    EXPECT_EQ(found->rank, 7);
    EXPECT_TRUE(found->conditional);
    EXPECT_EQ(found->work, 9);
    position.side = Side::White;
    EXPECT_FALSE(table.find(position, Side::Black));
}

TEST(ProofTable, AFullBucketLosesWhatWasCheapest) {
    ProofTable table(1);  // one bucket
    const std::vector<Position> positions = some_positions(20);
    for (std::size_t i = 0; i < positions.size(); ++i)
        table.store(
            positions[i],
            Side::Black,
            {.numbers = Numbers::yes(), .work = static_cast<std::uint8_t>(i == 2 ? 60 : 1)});
    EXPECT_TRUE(table.find(positions[2], Side::Black));
    EXPECT_TRUE(table.find(positions.back(), Side::Black));
    EXPECT_FALSE(table.find(positions[0], Side::Black));
    EXPECT_EQ(table.fill(), 1.0);
}

TEST(ProofTable, CountsThreadsAndKeepsThemOverStores) {
    ProofTable table(1 << 20);
    const Position position = Position::start();
    table.enter(position, Side::White, {5, 6});
    table.enter(position, Side::White, {1, 1});
    EXPECT_EQ(table.find(position, Side::White)->threads, 2);
    EXPECT_EQ(table.find(position, Side::White)->numbers, (Numbers{5, 6}));
    table.store(position, Side::White, {.numbers = {8, 9}});
    EXPECT_EQ(table.find(position, Side::White)->threads, 2);
    table.leave(position, Side::White);
    EXPECT_EQ(table.find(position, Side::White)->threads, 1);
}

}  // namespace deepwell::proof
