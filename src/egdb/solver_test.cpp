// The solvers of special classes and of shared configurations agree with each other.

#include <gtest/gtest.h>

#include "egdb/material_solver.h"
#include "egdb/memory.h"

namespace deepwell::egdb {

namespace {

void expect_same(const RawStore& a, const RawStore& b, int pieces) {
    for (const Material& material : materials_with(pieces))
        for (const Side side : Sides) {
            const RawTable::Half& one = a.find(material)->half(side);
            const RawTable::Half& two = b.find(material)->half(side);
            EXPECT_TRUE(one.win == two.win && one.loss == two.loss) << to_text(material);
        }
}

}  // namespace

TEST(Solver, KernelsAgreeUpToFourPieces) {
    SolveOptions portable;
    portable.kernel = Kernel::Portable;
    const Memory plain(4, false, portable), best(4, false, {});
    for (int pieces = 2; pieces <= 4; ++pieces) expect_same(plain.values(), best.values(), pieces);
}

TEST(Solver, ATurnedTwinTurnsBack) {
    const Memory memory(4, false, {});
    for (const Material& material : materials_with(4)) {
        const RawTable& table = *memory.values().find(material);
        const RawTable twin = turned(table);
        const RawTable back = turned(twin);
        EXPECT_EQ(turned_for_black(table).half(Side::Black).win, twin.half(Side::Black).win);
        for (const Side side : Sides) {
            EXPECT_EQ(back.half(side).win, table.half(side).win) << to_text(material);
            EXPECT_EQ(back.half(side).loss, table.half(side).loss) << to_text(material);
        }
    }
}

TEST(Solver, LayersAreAnnouncedInOrder) {
    const Memory memory(3, false, {});
    SolveOptions options;
    std::vector<std::size_t> seen;
    std::size_t total = 0;
    options.next_layer = [&](std::size_t layer, std::size_t layers) {
        seen.push_back(layer);
        total = layers;
    };
    const auto ignore = [](std::uint64_t) {};
    solve_material({{1, 1}, {1, 0}}, memory.values(), options, {}, ignore);
    ASSERT_EQ(seen.size(), total);
    for (std::size_t i = 0; i < total; ++i) EXPECT_EQ(seen[i], i + 1);
}

}  // namespace deepwell::egdb
