// Wdl: the game-theoretic value of a position for the side to move.
// WdlRange: what is known of it so far; learning only ever narrows the range.

#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "base/check.h"

namespace deepwell {

enum class Wdl : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

constexpr Wdl operator-(Wdl v) {
    return static_cast<Wdl>(-static_cast<int>(v));
}

struct WdlRange {
    Wdl low = Wdl::Loss;
    Wdl high = Wdl::Win;

    static constexpr WdlRange exactly(Wdl v) { return {v, v}; }
    constexpr bool is_exact() const { return low == high; }

    // The same knowledge seen by the other side.
    constexpr WdlRange operator-() const { return {-high, -low}; }

    bool operator==(const WdlRange&) const = default;
};

// Both facts together.  REQUIRES: they do not contradict each other.
constexpr WdlRange intersect(WdlRange a, WdlRange b) {
    const WdlRange r{std::max(a.low, b.low), std::min(a.high, b.high)};
    CHECK(r.low <= r.high);
    return r;
}

}  // namespace deepwell
