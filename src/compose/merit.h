// Merit: what `improve` climbs.  The modern one is a weighted sum of measures, each of which is
// told with its number; the paper's is figure2.h.

#pragma once

#include <array>
#include <string>

#include "base/result.h"
#include "compose/solution.h"
#include "compose/truth.h"

namespace deepwell::compose {

enum class Measure {
    Economy,     // idle pieces, and pieces at the start: fewer are better
    Length,      // plies of the main line, up to 40
    QuietKey,    // 1 if the first move is no jump and the other side need not jump after it
    Sacrifices,  // of the main line
    Surprise,    // how many of the other first moves a shallow search likes better than the key
    Variety,     // defences against the key that need different answers
    Faults,      // cooks, duals, moves that are not decided
};
inline constexpr std::size_t MeasureCount = 7;
inline constexpr std::array<Measure, MeasureCount> AllMeasures{Measure::Economy,
                                                               Measure::Length,
                                                               Measure::QuietKey,
                                                               Measure::Sacrifices,
                                                               Measure::Surprise,
                                                               Measure::Variety,
                                                               Measure::Faults};

// As in files of weights: "economy", "quiet_key".
const char* name(Measure measure);
// What its number counts, for people: "plies of the main line, at most 40".
const char* meaning(Measure measure);

using Measures = std::array<double, MeasureCount>;

struct Weights {
    Measures values{-2, 0.5, 6, 4, 3, 3, -10};  // in the order of AllMeasures
};

// Lines "NAME NUMBER"; # begins a comment; what is not named keeps its default.
Result<Weights> parse_weights(const std::string& text);

// REQUIRES: the solution is of the problem, checked with idle pieces.
Measures measures_of(const Problem& problem,
                     const Solution& solution,
                     Truth& truth,
                     Effort& effort);

double merit_of(const Measures& measures, const Weights& weights);

}  // namespace deepwell::compose
