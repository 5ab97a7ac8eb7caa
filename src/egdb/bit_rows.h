// Moving bits between bit rows: gather under one mask, scatter under another.

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "base/cpu.h"
#include "egdb/binomial.h"
#include "egdb/king_sets.h"

namespace deepwell::egdb {

template <class Isa>
[[gnu::always_inline]] inline Word pext(Word value, Word mask) {
#if defined(__BMI2__)
    if constexpr (std::is_same_v<Isa, Avx2>) return _pext_u64(value, mask);
#endif
    Word result = 0;
    for (Word bit = 1; mask != 0; bit <<= 1, mask &= mask - 1)
        if ((value & mask & (0 - mask)) != 0) result |= bit;
    return result;
}

template <class Isa>
[[gnu::always_inline]] inline Word pdep(Word value, Word mask) {
#if defined(__BMI2__)
    if constexpr (std::is_same_v<Isa, Avx2>) return _pdep_u64(value, mask);
#endif
    Word result = 0;
    for (; value != 0 && mask != 0; value >>= 1, mask &= mask - 1)
        if ((value & 1U) != 0) result |= mask & (0 - mask);
    return result;
}

// colex_rank, inlined into the kernel.
template <class Isa>
[[gnu::always_inline]] inline std::uint64_t colex_rank_of(std::uint32_t set) {
    std::uint64_t rank = 0;
    for (std::size_t i = 1; set != 0; ++i, set &= set - 1)
        rank += BinomialTable[static_cast<std::size_t>(std::countr_zero(set))][i];
    return rank;
}

// 64 bits from any bit on.  REQUIRES: 9 readable bytes from there.
[[gnu::always_inline]] inline Word load_bits(const std::uint8_t* bytes, std::uint64_t bit) {
    Word low;
    std::memcpy(&low, bytes + bit / 8, sizeof low);
    const unsigned shift = bit % 8;
    if (shift == 0) return low;
    return low >> shift | Word{bytes[bit / 8 + 8]} << (64 - shift);
}

// The bits of the row beginning at `bit` that are marked in `mask`, packed into `out`.
template <class Isa>
inline void gather_row(
    const std::uint8_t* bytes, std::uint64_t bit, const Word* mask, std::size_t words, Word* out) {
    Word pending = 0;
    int filled = 0;
    for (std::size_t i = 0; i < words; ++i) {
        if (mask[i] == 0) continue;
        const Word packed = pext<Isa>(load_bits(bytes, bit + 64 * i), mask[i]);
        const int count = __builtin_popcountll(mask[i]);
        pending |= packed << filled;
        if (filled + count >= 64) {
            *out++ = pending;
            pending = filled == 0 ? 0 : packed >> (64 - filled);
            filled -= 64;
        }
        filled += count;
    }
    *out = pending;
}

// The reverse: packed bits to the places marked in `mask`, zero elsewhere.  Calls put(i, word) for
// each word i.
template <class Isa, class Put>
[[gnu::always_inline]] inline void scatter_row(const Word* packed,
                                               const Word* mask,
                                               std::size_t words,
                                               const Put& put) {
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < words; ++i) {
        const unsigned shift = at % 64;
        Word bits = packed[at / 64] >> shift;
        if (shift != 0) bits |= packed[at / 64 + 1] << (64 - shift);
        put(i, pdep<Isa>(bits, mask[i]));
        at += static_cast<std::uint64_t>(__builtin_popcountll(mask[i]));
    }
}

// Marks the sets that have kings on all squares of `present` and none on those of `absent`, where
// `free` are the squares of the sets; sets.words() words.  REQUIRES: both lie in `free`.
template <class Isa>
inline void mark(const KingSets& sets,
                 std::uint32_t free,
                 std::uint32_t present,
                 std::uint32_t absent,
                 Word* out) {
    const std::size_t words = sets.words();
    const auto mask_of = [&](std::uint32_t squares) {
        return sets.with(__builtin_popcount(free & ((squares & (0 - squares)) - 1)));
    };
    for (std::size_t i = 0; i < words; ++i) out[i] = sets.all()[i];
    for (; present != 0; present &= present - 1) {
        const Word* with = mask_of(present);
        for (std::size_t i = 0; i < words; ++i) out[i] &= with[i];
    }
    for (; absent != 0; absent &= absent - 1) {
        const Word* with = mask_of(absent);
        for (std::size_t i = 0; i < words; ++i) out[i] &= ~with[i];
    }
}

// Exchanges bits between words `Width` apart, of which the block has 64.  The inner loop is one for
// vectors.
template <unsigned Width>
[[gnu::always_inline]] inline void transpose_step(Word* block, Word mask) {
    for (unsigned first = 0; first < 64; first += 2 * Width)
        for (unsigned i = first; i < first + Width; ++i) {
            const Word swap = (block[i] >> Width ^ block[i + Width]) & mask;
            block[i] ^= swap << Width;
            block[i + Width] ^= swap;
        }
}

// Transposes a block of 64 x 64 bits: bit j of word i becomes bit i of word j (Warren, Hacker's
// Delight, section 7-3).
[[gnu::always_inline]] inline void transpose_block(Word* block) {
    transpose_step<32>(block, 0x00000000ffffffffU);
    transpose_step<16>(block, 0x0000ffff0000ffffU);
    transpose_step<8>(block, 0x00ff00ff00ff00ffU);
    transpose_step<4>(block, 0x0f0f0f0f0f0f0f0fU);
    transpose_step<2>(block, 0x3333333333333333U);
    transpose_step<1>(block, 0x5555555555555555U);
}

}  // namespace deepwell::egdb
