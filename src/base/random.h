// Random: a small seeded generator whose sequence is the same on every machine and compiler.
//
// The algorithm is xoshiro256** (Blackman and Vigna, 2018), seeded through splitmix64.  The
// distributions of the standard library differ between libraries; these do not.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/check.h"

namespace deepwell {

class Random {
public:
    using result_type = std::uint64_t;

    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix(seed);
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    constexpr result_type operator()() {
        const result_type result = std::rotl(state_[1] * 5, 7) * 9;
        const result_type shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A number from 0 to bound - 1, all equally likely.  REQUIRES: bound > 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        CHECK(bound > 0);
        const std::uint32_t unfair = (0U - bound) % bound;  // the short last group is thrown away
        while (true) {
            const auto draw = static_cast<std::uint32_t>((*this)() >> 32);
            if (draw >= unfair) return draw % bound;
        }
    }

    // True once in `n` times on average.  REQUIRES: n > 0.
    constexpr bool one_in(std::uint32_t n) { return below(n) == 0; }

private:
    static constexpr std::uint64_t splitmix(std::uint64_t& x) {
        x += 0x9e3779b97f4a7c15U;
        std::uint64_t z = x;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace deepwell
