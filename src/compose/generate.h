// New problems: positions in which exactly one move keeps the result and a search of low depth
// prefers another.  From the databases at random, or from the positions of games.

#pragma once

#include <cstdint>
#include <vector>

#include "base/progress.h"
#include "compose/solution.h"
#include "compose/truth.h"

namespace deepwell::compose {

struct GenerateOptions {
    std::size_t count = 100;
    int least_pieces = 4;
    int most_pieces = 6;
    std::uint64_t seed = 1;
    bool allow_duals = false;            // a verdict dual is good enough
    std::vector<Position> games;         // where to look; none: the databases
    EffortLimits limits;                 // of the whole
    std::uint64_t check_nodes = 50'000;  // for one position
};

struct GeneratedProblem {
    Problem problem;  // with its stipulation
    Solution solution;
    Move tempting;  // what the shallow search plays
    int depth = 0;  // plies that the search needs to find the key; above DeepestLook: more
    int grade = 1;  // 1 easy to 5 hard
};

inline constexpr int TemptedDepth = 3;  // at this depth the search must be wrong
inline constexpr int DeepestLook = 15;

// 1 to 5 by the depth at which the key is found.
int grade_of(int depth);

// The easiest first; as many as were found when the limits were met, or `count`.  No two are alike
// (likeness.h), nor is one like a position of another one's solution.  REQUIRES: games are given,
// or the databases know positions with `least_pieces`.
std::vector<GeneratedProblem> generate(Truth& truth,
                                       const GenerateOptions& options,
                                       Progress& progress);

}  // namespace deepwell::compose
