// Proof and disproof numbers: how much is still to be shown, at least, for a yes and for a no.

#pragma once

#include <algorithm>
#include <cstdint>

namespace deepwell::proof {

using Number = std::uint32_t;
inline constexpr Number Infinite = 0x3fffffff;

// Aligned so that both are read and written at once.
struct alignas(8) Numbers {
    Number proof = 1;
    Number disproof = 1;

    static constexpr Numbers yes() { return {0, Infinite}; }
    static constexpr Numbers no() { return {Infinite, 0}; }

    constexpr bool is_yes() const { return proof == 0; }
    constexpr bool is_no() const { return disproof == 0; }
    constexpr bool is_decided() const { return is_yes() || is_no(); }
    bool operator==(const Numbers&) const = default;
};

// Sums and products that stay below Infinite, which means something else.
constexpr Number clamp_number(std::uint64_t number) {
    return static_cast<Number>(std::min<std::uint64_t>(number, Infinite - 1));
}

}  // namespace deepwell::proof
