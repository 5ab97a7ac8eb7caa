// Padded: a set of squares laid out with ghost squares, so that every step is a single shift.
//
// Bit of the field in row r and column c:  Stride * r + (r + c) / 2,  Stride = (N + 1) / 2.
// Going south-west adds Stride and going south-east Stride + 1, whatever the row.  On 8x8:
//
//       .  0  .  1  .  2  .  3
//       4  .  5  .  6  .  7  .   (8)          ghosts 8, 17, 26 take every
//       .  9  . 10  . 11  . 12                step over an edge
//      13  . 14  . 15  . 16  .  (17)
//       . 18  . 19  . 20  . 21
//      22  . 23  . 24  . 25  .  (26)
//       . 27  . 28  . 29  . 30
//      31  . 32  . 33  . 34  .
//
// A shift may leave bits on ghosts; intersect with a set of real squares (empty, enemies) before
// counting.  docs/decisions/board-layout.md compares this with two 32-bit layouts.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "base/cpu.h"
#include "board/bitboard.h"

namespace deepwell {

class Padded {
public:
    using Bits = std::uint64_t;

    static constexpr int Stride = (BoardSize + 1) / 2;

    constexpr Padded() = default;
    explicit constexpr Padded(Bits bits) : bits_(bits) {}

    static constexpr int bit_of_index(int square_index) {
        const int row = row_of_index(square_index);
        return Stride * row + (row + column_of_index(square_index)) / 2;
    }
    static constexpr Padded of(Square square) {
        return Padded(Bits{1} << bit_of_index(square.index()));
    }
    // All real squares.
    static constexpr Padded board() {
        Padded board;
        for (int i = 0; i < SquareCount; ++i) board |= of(Square::from_index(i));
        return board;
    }

    constexpr Bits bits() const { return bits_; }
    constexpr bool is_empty() const { return bits_ == 0; }
    [[gnu::always_inline]] unsigned count() const {
        return static_cast<unsigned>(__builtin_popcountll(bits_));
    }

    constexpr Padded operator&(Padded other) const { return Padded(bits_ & other.bits_); }
    constexpr Padded operator|(Padded other) const { return Padded(bits_ | other.bits_); }
    constexpr Padded operator-(Padded other) const { return Padded(bits_ & ~other.bits_); }
    constexpr Padded& operator|=(Padded other) { return *this = *this | other; }

    // REQUIRES: !is_empty() for both.
    constexpr Padded lowest() const { return Padded(bits_ & (0 - bits_)); }
    constexpr Padded without_lowest() const { return Padded(bits_ & (bits_ - 1)); }
    // The square of a set that has just one.
    Square square() const;

    bool operator==(const Padded&) const = default;

private:
    Bits bits_ = 0;
};

// Every square of the set moved one step; steps over an edge end on ghosts.
template <Direction D>
[[gnu::always_inline]] constexpr Padded shift(Padded set) {
    if constexpr (D == Direction::SouthWest) return Padded(set.bits() << Padded::Stride);
    if constexpr (D == Direction::SouthEast) return Padded(set.bits() << (Padded::Stride + 1));
    if constexpr (D == Direction::NorthEast) return Padded(set.bits() >> Padded::Stride);
    if constexpr (D == Direction::NorthWest) return Padded(set.bits() >> (Padded::Stride + 1));
}

// Runs of squares whose padded bit is the index plus the same number: the portable way between the
// two layouts is one mask and shift per run (4 runs on 8x8).
struct PaddedRun {
    Bitboard squares;
    int distance = 0;
};
inline constexpr int PaddedRunCount = [] {
    int runs = 1;
    for (int i = 1; i < SquareCount; ++i)
        runs += Padded::bit_of_index(i) - i != Padded::bit_of_index(i - 1) - (i - 1);
    return runs;
}();
inline constexpr auto PaddedRuns = [] {
    std::array<PaddedRun, PaddedRunCount> runs{};
    std::size_t run = 0;
    for (int i = 0; i < SquareCount; ++i) {
        const int distance = Padded::bit_of_index(i) - i;
        if (i > 0 && distance != runs[run].distance) ++run;
        runs[run].distance = distance;
        runs[run].squares |= Bitboard::of(Square::from_index(i));
    }
    return runs;
}();

inline constexpr auto SquareOfPaddedBit = [] {
    std::array<Square, 64> squares{};
    for (int i = 0; i < SquareCount; ++i)
        squares[static_cast<std::size_t>(Padded::bit_of_index(i))] = Square::from_index(i);
    return squares;
}();

inline Square Padded::square() const {
    return SquareOfPaddedBit[static_cast<std::size_t>(std::countr_zero(bits_))];
}

template <class Isa>
[[gnu::always_inline]] inline Padded pad(Bitboard set) {
#if defined(__BMI2__)
    if constexpr (std::is_same_v<Isa, Avx2>)
        return Padded(_pdep_u64(set.bits(), Padded::board().bits()));
#endif
    Padded::Bits bits = 0;
    for (const PaddedRun& run : PaddedRuns)
        bits |= Padded::Bits{(set & run.squares).bits()} << run.distance;
    return Padded(bits);
}

template <class Isa>
[[gnu::always_inline]] inline Bitboard unpad(Padded set) {
#if defined(__BMI2__)
    if constexpr (std::is_same_v<Isa, Avx2>)
        return Bitboard(static_cast<Bitboard::Bits>(_pext_u64(set.bits(), Padded::board().bits())));
#endif
    Bitboard result;
    for (const PaddedRun& run : PaddedRuns)
        result |= Bitboard(static_cast<Bitboard::Bits>(set.bits() >> run.distance)) & run.squares;
    return result;
}

}  // namespace deepwell
