// For tests: what a head makes of the first layer, straight from the definition in network.h, with
// no limits on the size of numbers.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "eval/network.h"

namespace deepwell {

inline Score plain_output(const Network::Head& head, const std::vector<std::int64_t>& first) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < Network::Second; ++j) {
        std::int64_t unit = head.second_bias[j];
        for (std::size_t i = 0; i < first.size(); ++i)
            unit += head.second[j][i] *
                    std::clamp(first[i], std::int64_t{0}, std::int64_t{Network::FirstOne});
        unit = std::max(unit, std::int64_t{0}) /
               (Network::FirstOne * Network::SecondOne / Network::OutputOne);
        sum += unit * head.last[j];
    }
    return static_cast<Score>(sum / (Network::OutputOne * Network::OutputOne)) + head.last_bias;
}

inline int drawn_number(Random& random, int spread) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * spread + 1))) - spread;
}

inline Network::Row random_row(Random& random, int spread) {
    Network::Row row;
    for (auto& n : row) n = static_cast<std::int16_t>(drawn_number(random, spread));
    return row;
}

inline Network::Head random_head(Random& random) {
    Network::Head head;
    for (auto& row : head.second) row = random_row(random, 400);
    for (auto& n : head.second_bias) n = drawn_number(random, 100'000);
    for (auto& n : head.last) n = drawn_number(random, 50'000);
    head.last_bias = drawn_number(random, 50);
    return head;
}

}  // namespace deepwell
