// BuildPlan: in which order the databases are built, and which tables are in memory meanwhile.
//
// A unit is one material with its turned twin.  Its moves lead to fewer pieces, or, when a man is
// crowned, to the same numbers of pieces on both sides with one man less.  So the units go
//
//     pieces, then pieces of Black (who has no fewer), then his men, then White's men
//
// and of the largest number of pieces only about one row of tables (those with the same or one less
// of Black's men) is in memory.  A table is dropped after the last unit that reads it.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "egdb/material.h"

namespace deepwell::egdb {

// Materials that a move of either side can lead to, other than the material itself.
std::vector<Material> materials_after(const Material& material);

struct PlanStep {
    Material material;            // canonical; the twin is built with it
    bool twin_is_read = false;    // by a later step
    std::vector<Material> drops;  // tables that nothing reads after this step
    std::uint64_t memory = 0;     // bytes at the height of this step
    std::uint64_t positions = 0;  // of both twins, Black to move
    bool has_distances = false;   // are solved and written too
};

struct BuildPlan {
    std::vector<PlanStep> steps;

    std::uint64_t memory() const;  // bytes at the height of the build
    std::uint64_t positions() const;
};

// All materials up to a number of pieces; distances up to `distance_pieces` with them.
BuildPlan plan_build(int pieces, int threads, int distance_pieces = 0);
// One material and what its moves lead to, step by step.
BuildPlan plan_build(const Material& only, int threads, int distance_pieces = 0);

// What the solver works with besides the tables: seeds and values of one configuration as matrices.
std::uint64_t working_bytes(const Material& material, int threads);

// How hard a material is to solve: by the sides that have kings.
enum class KingClass { None, OneSide, BothSides };
KingClass king_class(const Material& material);
const char* name_of(KingClass king_class);

// Expected cost of a step, from measured rates (their origin is told in plan.cpp).
struct Estimate {
    double cpu_seconds = 0;
    double bytes_on_disk = 0;
};
Estimate estimate(const PlanStep& step);

}  // namespace deepwell::egdb
