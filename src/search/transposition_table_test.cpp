#include "search/transposition_table.h"

#include <gtest/gtest.h>
#include <thread>

#include "base/random.h"
#include "board/movegen.h"

namespace deepwell::search {

namespace {

// Everything in the entry follows from the key, so that a mixture of two can be told.
TableEntry entry_of(std::uint64_t key) {
    TableEntry entry;
    entry.score = static_cast<int>(key % 60001) - 30000;
    entry.evaluation = static_cast<int>(key / 7 % 40001) - 20000;
    entry.move = MoveCode(static_cast<std::uint16_t>(key >> 40));
    entry.depth = static_cast<int>(key >> 20 & 0xff);
    entry.bound = static_cast<Bound>(1 + key % 3);
    entry.on_pv = (key >> 30 & 1) != 0;
    return entry;
}

void expect_same(const TableEntry& a, const TableEntry& b) {
    ASSERT_EQ(a.score, b.score);
    ASSERT_EQ(a.evaluation, b.evaluation);
    ASSERT_EQ(a.move, b.move);
    ASSERT_EQ(a.depth, b.depth);
    ASSERT_EQ(a.bound, b.bound);
    ASSERT_EQ(a.on_pv, b.on_pv);
}

void write_and_read(TranspositionTable& table, const std::vector<std::uint64_t>& keys, int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < 400000; ++i) {
        const auto key = keys[random.below(static_cast<std::uint32_t>(keys.size()))];
        if (random.one_in(2))
            table.store(key, entry_of(key));
        else if (const auto found = table.find(key))
            expect_same(*found, entry_of(key));
    }
}

}  // namespace

TEST(TranspositionTable, FindsWhatWasStored) {
    TranspositionTable table(1 << 16);
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t key = random();
        table.store(key, entry_of(key));
        const auto found = table.find(key);
        ASSERT_TRUE(found);
        expect_same(*found, entry_of(key));
    }
    EXPECT_FALSE(table.find(12345));
}

TEST(TranspositionTable, KeepsTheMoveWhenNoneIsKnown) {
    TranspositionTable table(1 << 12);
    table.store(77, {10, 20, MoveCode(5), 3, Bound::Lower});
    table.store(77, {-10, 20, MoveCode(), 4, Bound::Upper});
    EXPECT_EQ(table.find(77)->move, MoveCode(5));
    EXPECT_EQ(table.find(77)->score, -10);
}

TEST(TranspositionTable, KeepsTheClaimOfAWinOrALoss) {
    constexpr Score Won = MaxEvaluation + 100;
    TranspositionTable table(1 << 12);
    table.store(77, {Won, 20, MoveCode(5), 3, Bound::Lower});
    table.store(77, {30, 20, MoveCode(6), 9, Bound::Exact});
    EXPECT_EQ(table.find(77)->score, Won);
    EXPECT_EQ(table.find(77)->move, MoveCode(5));
    EXPECT_EQ(table.find(77)->depth, 9);
    table.store(77, {Won + 20, 20, MoveCode(6), 9, Bound::Upper});  // no quicker win: no claim
    EXPECT_EQ(table.find(77)->score, Won);
    table.store(77, {Won + 10, 20, MoveCode(7), 4, Bound::Exact});
    EXPECT_EQ(table.find(77)->score, Won + 10);
    table.store(78, {-Won, 20, MoveCode(), 3, Bound::Upper});
    table.store(78, {0, 20, MoveCode(6), 9, Bound::Lower});
    EXPECT_EQ(table.find(78)->score, -Won);
}

TEST(TranspositionTable, GivesUpOldEntriesFirst) {
    TranspositionTable table(64);  // one bucket
    table.store(1, {0, 0, {}, 9, Bound::Exact});
    table.new_search();
    table.new_search();
    for (std::uint64_t key = 2; key <= 5; ++key) table.store(key, {0, 0, {}, 5, Bound::Exact});
    EXPECT_FALSE(table.find(1));
    for (std::uint64_t key = 2; key <= 5; ++key) EXPECT_TRUE(table.find(key));
}

TEST(TranspositionTable, IsEmptyAfterClear) {
    TranspositionTable table(1 << 12);
    table.store(77, entry_of(77));
    table.clear();
    EXPECT_FALSE(table.find(77));
    EXPECT_EQ(table.per_mille_used(), 0);
}

TEST(TranspositionTable, TwoThreadsNeverReadAMixture) {
    TranspositionTable table(1 << 8);
    Random random(7);
    std::vector<std::uint64_t> keys(64);
    for (auto& key : keys) key = random();
    std::jthread other([&] { write_and_read(table, keys, 1); });
    write_and_read(table, keys, 2);
}

TEST(MoveCode, NoMoveHasTheCodeOfNone) {
    for (int from = 0; from < SquareCount; ++from)
        for (int to = 0; to < SquareCount; ++to)
            for (const auto captured : {Bitboard{}, Bitboard::of(Square::from_index(from))}) {
                if (from == to && captured.is_empty()) continue;
                const Move move{Square::from_index(from), Square::from_index(to), captured};
                EXPECT_FALSE(MoveCode(move).is_none());
            }
}

}  // namespace deepwell::search
