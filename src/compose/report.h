// The statistics of the paper: its figure 3 and table 2, for any set of problems.

#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "compose/improve.h"

namespace deepwell::compose {

struct ImprovementReport {
    std::size_t problems = 0;
    std::size_t unimproved = 0;
    // Of the improvements in percent, over all problems.
    double average = 0, variance = 0, deviation = 0;
    double least = 0, most = 0;
    std::size_t below_deviation = 0;  // improved by at most one standard deviation
    std::size_t above_deviation = 0;
    std::size_t changes = 0;
    std::array<std::size_t, AllChanges.size()> by_change{};  // in the order of AllChanges

    std::size_t improved() const { return below_deviation + above_deviation; }
    double share(std::size_t count) const;  // percent of the problems
    double changes_per_problem() const;
};

ImprovementReport report_on(const std::vector<Improvement>& improvements);

}  // namespace deepwell::compose
