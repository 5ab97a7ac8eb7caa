// Points of the graphs that are drawn while a proof is looked for.

#pragma once

#include <algorithm>
#include <string>

#include "proof/proof_numbers.h"
#include "studio/json.h"

namespace deepwell::studio {

// Infinite numbers are drawn as this.
inline constexpr double LargestDrawn = 1e9;

inline double drawn(proof::Number number) {
    return std::min(static_cast<double>(number), LargestDrawn);
}

struct ProofSample {
    double seconds = 0;
    double nodes = 0;
    double size = 0;
    proof::Numbers root{};
    std::string question{};
};

inline Json to_json(const ProofSample& sample) {
    return {{"seconds", sample.seconds},
            {"nodes", sample.nodes},
            {"rate", sample.nodes / std::max(sample.seconds, 1e-3)},
            {"size", sample.size},
            {"proof", drawn(sample.root.proof)},
            {"disproof", drawn(sample.root.disproof)},
            {"question", sample.question}};
}

}  // namespace deepwell::studio
