#include "egdb/decoded_rows.h"

#include <array>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace deepwell::egdb {

namespace {

// Rows that tell from which unit they are.
std::array<RowBits, DecodedRows::UnitRows> rows_of(std::uint32_t unit) {
    std::array<RowBits, DecodedRows::UnitRows> rows;
    for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = {unit * 64 + i, ~(unit * 64 + i)};
    return rows;
}

}  // namespace

TEST(DecodedRowsTest, KeepsWhatFitsAndForgetsTheOldest) {
    DecodedRows kept(std::uint64_t{4} << 10);  // 7 slots
    std::vector<DecodedRows::Ticket> tickets(100);
    EXPECT_FALSE(kept.find(tickets[0], 0));
    for (std::uint32_t unit = 0; unit < 100; ++unit) kept.keep(tickets[unit], rows_of(unit));
    EXPECT_FALSE(kept.find(tickets[0], 5));
    EXPECT_EQ(kept.find(tickets[99], 5), rows_of(99)[5]);
    EXPECT_EQ(kept.find(tickets[94], 63), rows_of(94)[63]);
}

TEST(DecodedRowsTest, UnitsOfOneValueTakeNoRoom) {
    DecodedRows kept(0);
    DecodedRows::Ticket ticket = 0;
    kept.keep(ticket, rows_of(1));
    EXPECT_FALSE(kept.find(ticket, 0));
    std::array<RowBits, DecodedRows::UnitRows> wins;
    wins.fill(RowBits::all(CellValue::Win));
    kept.keep(ticket, wins);
    EXPECT_EQ(kept.find(ticket, 7), RowBits::all(CellValue::Win));
}

TEST(DecodedRowsTest, ThreadsNeverSeeRowsOfAnotherUnit) {
    DecodedRows kept(std::uint64_t{20} << 10);  // far fewer slots than units
    std::vector<DecodedRows::Ticket> tickets(200);
    const auto work = [&](std::uint32_t seed) {
        for (std::uint32_t i = 0; i < 200'000; ++i) {
            seed = seed * 1664525 + 1013904223;
            const std::uint32_t unit = (seed >> 8) % 200;
            const std::uint32_t row = (seed >> 20) % 64;
            const auto found = kept.find(tickets[unit], row);
            if (found) {
                ASSERT_EQ(*found, rows_of(unit)[row]);
            } else {
                kept.keep(tickets[unit], rows_of(unit));
            }
        }
    };
    std::jthread other(work, 1);
    work(2);
}

}  // namespace deepwell::egdb
