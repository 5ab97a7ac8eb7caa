#include "egdb/plan.h"

#include <gtest/gtest.h>
#include <set>

namespace deepwell::egdb {

namespace {

// Every step finds the tables that it reads, as the builder would keep them.
void expect_tables_at_hand(const BuildPlan& plan) {
    std::set<Material> live;
    for (const PlanStep& step : plan.steps) {
        for (const Material& read : materials_after(step.material))
            EXPECT_TRUE(live.contains(read))
                << to_text(step.material) << " needs " << to_text(read);
        live.insert(step.material);
        if (step.twin_is_read) live.insert(step.material.turned());
        for (const Material& dropped : step.drops) live.erase(dropped);
    }
    EXPECT_TRUE(live.empty());
}

}  // namespace

TEST(Plan, KeepsWhatIsStillRead) {
    for (int pieces = 2; pieces <= 8; ++pieces) expect_tables_at_hand(plan_build(pieces, 2));
    expect_tables_at_hand(plan_build(Material{{4, 0}, {4, 0}}, 2));
    expect_tables_at_hand(plan_build(Material{{1, 2}, {2, 1}}, 2));
}

TEST(Plan, HasEveryPositionOnce) {
    std::uint64_t positions = 0;
    for (int pieces = 2; pieces <= 7; ++pieces)
        for (const Material& material : materials_with(pieces))
            positions += position_count(material);
    EXPECT_EQ(plan_build(7, 1).positions(), positions);
}

TEST(Plan, OneMaterialNeedsOnlyWhatItsMovesLeadTo) {
    for (const PlanStep& step : plan_build(Material{{4, 0}, {4, 0}}, 2).steps)
        EXPECT_EQ(step.material.men(), 0);
    EXPECT_EQ(plan_build(Material{{1, 0}, {1, 0}}, 2).steps.size(), 1U);
}

TEST(Plan, SevenPiecesAndFourKingsEachFitIntoSixteenGibibytes) {
    EXPECT_LT(plan_build(6, 2).memory(), std::uint64_t{3} << 30);
    EXPECT_LT(plan_build(7, 2).memory(), std::uint64_t{16} << 30);
    EXPECT_LT(plan_build(Material{{4, 0}, {4, 0}}, 2).memory(), std::uint64_t{16} << 30);
}

TEST(Plan, LargeBuildsDoNotOverflow) {
    for (int pieces = 4; pieces <= 10; ++pieces) {
        const BuildPlan plan = plan_build(pieces, 2), smaller = plan_build(pieces - 1, 2);
        EXPECT_GT(plan.positions(), 4 * smaller.positions());
        EXPECT_GE(plan.memory(), smaller.memory());
        for (const PlanStep& step : plan.steps) EXPECT_GT(estimate(step).cpu_seconds, 0);
    }
}

}  // namespace deepwell::egdb
