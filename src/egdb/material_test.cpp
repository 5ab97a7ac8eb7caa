#include "egdb/material.h"

#include <gtest/gtest.h>
#include <map>

#include "board/fen.h"

namespace deepwell::egdb {

TEST(Material, TextGoesBothWays) {
    const Material material{{2, 1}, {1, 3}};
    EXPECT_EQ(to_text(material), "2k1m-1k3m");
    EXPECT_EQ(parse_material("2k1m-1k3m"), material);
    for (const char* bad :
         {"", "2k1m", "2k1m-1k3", "2k1m-1k3mx", "ak1m-1k3m", "2k1m1k3m", "222k1m-1k1m"})
        EXPECT_FALSE(parse_material(bad)) << bad;
}

TEST(Material, CountsThePiecesOfAPosition) {
    EXPECT_EQ(to_text(material_of(parse_fen("B:W18,K27:BK3,14,15").value())), "1k2m-1k1m");
}

// Placements without side to move, Checkers is Solved, supporting material, Table 1.
TEST(Material, PositionCountsAreThoseOfThePapers) {
    std::map<std::pair<int, int>, std::uint64_t> sums;
    for (int pieces = 2; pieces <= 6; ++pieces)
        for (const Material& m : materials_with(pieces))
            sums[{m.black.pieces(), m.white.pieces()}] += position_count(m);
    EXPECT_EQ((sums[{1, 1}]), 3'488U);
    EXPECT_EQ((sums[{2, 1}]), 98'016U);
    EXPECT_EQ((sums[{3, 1}]), 1'773'192U);
    EXPECT_EQ((sums[{2, 2}]), 2'662'932U);
    EXPECT_EQ((sums[{4, 1}]), 23'204'660U);
    EXPECT_EQ((sums[{3, 2}]), 46'520'744U);
    EXPECT_EQ((sums[{5, 1}]), 233'999'928U);
    EXPECT_EQ((sums[{4, 2}]), 587'139'846U);
    EXPECT_EQ((sums[{3, 3}]), 783'806'128U);
}

// The same table: all 7 and all 8 pieces, which there include boards with one side empty.
TEST(Material, SevenAndEightPiecesToo) {
    const auto sum = [](int pieces) {
        std::uint64_t total = 0;
        for (const Material& m : materials_with(pieces)) total += position_count(m);
        for (int men = 0; men <= pieces; ++men) {
            total += position_count({{pieces - men, men}, {0, 0}});
            total += position_count({{0, 0}, {pieces - men, men}});
        }
        return total;
    };
    EXPECT_EQ(sum(7), 34'779'531'480U);
    EXPECT_EQ(sum(8), 406'309'208'481U);
}

TEST(Material, FewerMenComeFirst) {
    int men = 0;
    for (const Material& m : materials_with(5)) {
        EXPECT_GE(m.men(), men);
        men = m.men();
        EXPECT_NE(is_canonical(m), m != m.turned() && is_canonical(m.turned()));
    }
}

}  // namespace deepwell::egdb
