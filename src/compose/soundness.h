// Soundness: is the stipulation true, is there one way only?  (docs/compose.md)

#pragma once

#include "compose/solution.h"
#include "compose/truth.h"

namespace deepwell::compose {

struct CheckOptions {
    EffortLimits limits;
    bool wants_idle = true;        // which pieces are not needed
    std::size_t tree_plies = 200;  // of all defences beside the main line together; 0: none
};

// Everything that it says is proven.  With a limit of nodes alone the result is the same every time
// after truth.clear().  Throws Error if a file of the databases is damaged.
Solution check(const Problem& problem, Truth& truth, const CheckOptions& options);

}  // namespace deepwell::compose
