// Weights: the points that each heuristic is worth in each phase, read from text.
//
//     # a comment
//     back_row   5 4 3 1   # name, one whole number per phase
//
// Every heuristic has one line, in any order.

#pragma once

#include <array>
#include <string_view>

#include "base/result.h"
#include "eval/heuristic.h"

namespace deepwell {

inline constexpr int MaxWeight = 1000;  // and -MaxWeight the least

struct Weights {
    std::array<HeuristicNumbers, PhaseCount> phases{};

    bool operator==(const Weights&) const = default;
};

// The failure names the line: "line 3: no heuristic is called 'pinn'".
Result<Weights> parse_weights(std::string_view text);

// Those of weights.txt, which the program carries in itself.
const Weights& default_weights();

}  // namespace deepwell
