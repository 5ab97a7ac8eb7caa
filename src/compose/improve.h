// Improving a problem: a series of changes that keep its result, proven, and raise its quality
// (docs/compose.md).

#pragma once

#include "compose/improve_search.h"

namespace deepwell::compose {

struct ImproveOptions {
    Method method = Method::Hill;
    WorkshopOptions workshop{};
    // Pieces that may be added to those of the original, within constraints.most_pieces.
    int more_pieces = 1;
    std::uint64_t seed = 1;
    EffortLimits limits{};  // of the whole
};

struct Improvement {
    Problem original;              // with its stipulation
    Problem result;                // the same problem if nothing helped
    double before = 0, after = 0;  // quality
    std::vector<Step> steps{};
    std::uint64_t tried = 0;    // positions whose result was asked for
    std::uint64_t refused = 0;  // of those, not proven or another result
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool is_stopped = false;  // somebody asked for an end: it might have gone further

    bool is_improved() const { return after > before; }
    // Of the quality of the original.
    double percent() const;
};

// A failure: the stipulated result of the original is not proven within the limits, or it fails
// what is asked of the others (keep_key, sound).  With a limit of nodes alone the result is the
// same every time.
Result<Improvement> improve(const Problem& problem, Truth& truth, const ImproveOptions& options);

}  // namespace deepwell::compose
