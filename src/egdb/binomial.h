// Binomial coefficients, and the colexicographic rank of a set: the arithmetic of every index.
//
// The rank of {s0 < s1 < ... < sk-1} among all k-sets is C(s0,1) + C(s1,2) + ... + C(sk-1,k).
// Two properties carry the solver.  Sets are ordered by their largest element first, so that the
// sets within the first m squares come first.  And taking a square away from all sets that have it,
// or leaving out the sets that have it, keeps the order of the rest.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace deepwell::egdb {

inline constexpr int MaxSquares = 32;
inline constexpr int MaxPieces = 12;  // of one side

inline constexpr auto BinomialTable = [] {
    std::array<std::array<std::uint64_t, MaxPieces + 1>, MaxSquares + 1> table{};
    for (std::size_t n = 0; n <= MaxSquares; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= MaxPieces && n > 0; ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

// C(n, k).  REQUIRES: 0 <= n <= MaxSquares, 0 <= k <= MaxPieces.
constexpr std::uint64_t binomial(int n, int k) {
    return BinomialTable[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The rank of a set of at most MaxPieces numbers from 0 to 31 among the sets of its size.
constexpr std::uint64_t colex_rank(std::uint32_t set) {
    std::uint64_t rank = 0;
    for (int i = 1; set != 0; ++i, set &= set - 1) rank += binomial(std::countr_zero(set), i);
    return rank;
}

// The set of k numbers below n with this rank.  REQUIRES: rank < C(n, k).
constexpr std::uint32_t colex_set(std::uint64_t rank, int n, int k) {
    std::uint32_t set = 0;
    int top = n;
    for (int i = k; i >= 1; --i) {
        do --top;
        while (binomial(top, i) > rank);
        rank -= binomial(top, i);
        set |= std::uint32_t{1} << top;
    }
    return set;
}

// The next set of the same size in colexicographic order (Gosper).  REQUIRES: set != 0.
constexpr std::uint64_t next_set(std::uint64_t set) {
    const int zeros = std::countr_zero(set);
    const std::uint64_t carried = set + (std::uint64_t{1} << zeros);
    return carried | (set ^ carried) >> (zeros + 2);
}

// The bits of `set` that lie in `squares`, moved together; and back.  What pext and pdep do.
constexpr std::uint32_t gather(std::uint32_t set, std::uint32_t squares) {
    std::uint32_t result = 0;
    for (std::uint32_t bit = 1; squares != 0; bit <<= 1, squares &= squares - 1)
        if ((set & squares & (0 - squares)) != 0) result |= bit;
    return result;
}
constexpr std::uint32_t scatter(std::uint32_t packed, std::uint32_t squares) {
    std::uint32_t result = 0;
    for (; packed != 0; packed >>= 1, squares &= squares - 1)
        if ((packed & 1U) != 0) result |= squares & (0 - squares);
    return result;
}

}  // namespace deepwell::egdb
