// Slice: 64 half distances in bit planes, so that rows of distances move and compare like bit rows.
//
//     plane p, bit i  =  bit p of number i
//
// The smaller of two numbers is found for all 64 at once, from the highest plane down; and a whole
// slice goes from one numbering of king sets to another by pext and pdep on each plane
// (bit_rows.h).

#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "egdb/bit_rows.h"

namespace deepwell::egdb {

// Larger than any distance: not known to end.
inline constexpr std::uint8_t Never = 255;

struct Slice {
    static constexpr std::size_t Planes = 8;
    std::array<Word, Planes> plane;

    static Slice filled(std::uint8_t number) {
        Slice slice;
        for (std::size_t p = 0; p < Planes; ++p)
            slice.plane[p] = (number >> p & 1) != 0 ? ~Word{0} : Word{0};
        return slice;
    }
};

// Transposes 8 x 8 bits: bit j of byte i becomes bit i of byte j (Warren, Hacker's Delight, 7-3).
template <class Isa>
[[gnu::always_inline]] inline Word transpose_bits_of_bytes(Word x) {
    Word swap = (x ^ x >> 7) & 0x00aa00aa00aa00aaU;
    x ^= swap ^ swap << 7;
    swap = (x ^ x >> 14) & 0x0000cccc0000ccccU;
    x ^= swap ^ swap << 14;
    swap = (x ^ x >> 28) & 0x00000000f0f0f0f0U;
    return x ^ swap ^ swap << 28;
}

// The 64 numbers at `bytes`.
template <class Isa>
[[gnu::always_inline]] inline Slice load_slice(const std::uint8_t* bytes) {
    Slice slice;
#if defined(__AVX2__)
    if constexpr (std::is_same_v<Isa, Avx2>) {
        __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
        __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
        for (std::size_t p = Slice::Planes; p-- > 0;) {
            const Word first = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
            const Word second = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
            slice.plane[p] = first | second << 32;
            low = _mm256_add_epi8(low, low);
            high = _mm256_add_epi8(high, high);
        }
        return slice;
    }
#endif
    slice.plane.fill(0);
    for (unsigned eight = 0; eight < 8; ++eight) {
        Word numbers;
        std::memcpy(&numbers, bytes + std::size_t{8} * eight, sizeof numbers);
        numbers = transpose_bits_of_bytes<Isa>(numbers);
        for (unsigned p = 0; p < Slice::Planes; ++p)
            slice.plane[p] |= (numbers >> 8 * p & 0xffU) << 8 * eight;
    }
    return slice;
}

// The 32 numbers at `bytes`, the other 32 being 0.
template <class Isa>
[[gnu::always_inline]] inline Slice load_half_slice(const std::uint8_t* bytes) {
    Slice slice;
#if defined(__AVX2__)
    if constexpr (std::is_same_v<Isa, Avx2>) {
        __m256i numbers = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
        for (std::size_t p = Slice::Planes; p-- > 0;) {
            slice.plane[p] = static_cast<std::uint32_t>(_mm256_movemask_epi8(numbers));
            numbers = _mm256_add_epi8(numbers, numbers);
        }
        return slice;
    }
#endif
    std::array<std::uint8_t, 64> padded{};
    std::memcpy(padded.data(), bytes, 32);
    slice = load_slice<Isa>(padded.data());
    return slice;
}

// Writes the first `count` numbers.
template <class Isa>
inline void store_slice(const Slice& slice, std::size_t count, std::uint8_t* bytes) {
    for (std::size_t done = 0; done < count; done += 8) {
        Word numbers = 0;
        for (unsigned p = 0; p < Slice::Planes; ++p)
            numbers |= (slice.plane[p] >> done & 0xffU) << 8 * p;
        numbers = transpose_bits_of_bytes<Isa>(numbers);
        std::memcpy(bytes + done, &numbers, std::min<std::size_t>(8, count - done));
    }
}

// Where a number of `a` is less than that of `b`.
template <class Isa>
[[gnu::always_inline]] inline Word is_less(const Slice& a, const Slice& b) {
    Word less = 0;
    for (std::size_t p = 0; p < Slice::Planes; ++p)
        less = (~a.plane[p] & b.plane[p]) | (~(a.plane[p] ^ b.plane[p]) & less);
    return less;
}

template <class Isa>
[[gnu::always_inline]] inline void replace(Slice& numbers, const Slice& by, Word where) {
    for (std::size_t p = 0; p < Slice::Planes; ++p)
        numbers.plane[p] ^= (numbers.plane[p] ^ by.plane[p]) & where;
}

// Never becomes 0.
template <class Isa>
[[gnu::always_inline]] inline void add_one(Slice& numbers) {
    Word carry = ~Word{0};
    for (Word& plane : numbers.plane) {
        const Word before = plane;
        plane ^= carry;
        carry &= before;
    }
}

// Where a number of the slice is Never.
template <class Isa>
[[gnu::always_inline]] inline Word is_never(const Slice& numbers) {
    Word never = ~Word{0};
    for (const Word plane : numbers.plane) never &= plane;
    return never;
}

// Calls use(number, where it stands) for each number that stands in `where`, rising.
template <class Isa, class Use>
[[gnu::always_inline]] inline void for_each_number(const Slice& numbers,
                                                   Word where,
                                                   const Use& use) {
    while (where != 0) {
        Word least = where;
        unsigned number = 0;
        for (std::size_t p = Slice::Planes; p-- > 0;) {
            const Word zero = least & ~numbers.plane[p];
            number |= zero == 0 ? 1U << p : 0U;
            least = zero == 0 ? least : zero;
        }
        use(static_cast<std::uint8_t>(number), least);
        where &= ~least;
    }
}

// The slices marked in `mask`, packed into `out`; as gather_row.  `load(i)` gives slice i.
template <class Isa, class Load>
inline void gather_slices(const Load& load, const Word* mask, std::size_t words, Slice* out) {
    Slice pending = Slice::filled(0);
    int filled = 0;
    for (std::size_t i = 0; i < words; ++i) {
        if (mask[i] == 0) continue;
        const Slice slice = load(i);
        const int count = __builtin_popcountll(mask[i]);
        const bool is_full = filled + count >= 64;
        for (std::size_t p = 0; p < Slice::Planes; ++p) {
            const Word packed = pext<Isa>(slice.plane[p], mask[i]);
            const Word joined = pending.plane[p] | packed << filled;
            if (is_full) out->plane[p] = joined;
            pending.plane[p] = !is_full ? joined : filled == 0 ? 0 : packed >> (64 - filled);
        }
        if (is_full) ++out;
        filled += is_full ? count - 64 : count;
    }
    *out = pending;
}

// 64 packed numbers from any one on, scattered to the places marked in `mask`.
template <class Isa>
[[gnu::always_inline]] inline Slice scatter_slice(const Slice* packed,
                                                  std::uint64_t at,
                                                  Word mask) {
    const Slice& first = packed[at / 64];
    const Slice& second = packed[at / 64 + 1];
    const unsigned shift = at % 64;
    Slice out;
    for (std::size_t p = 0; p < Slice::Planes; ++p) {
        Word bits = first.plane[p] >> shift;
        if (shift != 0) bits |= second.plane[p] << (64 - shift);
        out.plane[p] = pdep<Isa>(bits, mask);
    }
    return out;
}

// Rows of slices over the king sets of two sides.
class SliceMatrix {
public:
    // What it holds afterwards is undefined.
    void resize(std::uint32_t rows, std::size_t words) {
        words_ = words;
        if (slices_.size() < rows * words) slices_.resize(rows * words);
    }
    Slice* row(std::uint32_t r) { return slices_.data() + r * words_; }
    const Slice* row(std::uint32_t r) const { return slices_.data() + r * words_; }

private:
    std::size_t words_ = 0;
    std::vector<Slice> slices_;
};

}  // namespace deepwell::egdb
