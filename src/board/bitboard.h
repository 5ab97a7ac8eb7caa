// Bitboard: a set of squares in 32 bits, bit i standing for the square with index i.
//
// It converts neither from nor to integers by itself, so that a set, a square and a count cannot
// be confused.  Steps and jumps live in padded.h.

#pragma once

#include <bit>
#include <cstdint>

#include "board/square.h"

namespace deepwell {

class Bitboard {
public:
    using Bits = std::uint32_t;

    constexpr Bitboard() = default;
    explicit constexpr Bitboard(Bits bits) : bits_(bits) {}
    // The set of one square.
    static constexpr Bitboard of(Square square) { return Bitboard(Bits{1} << square.index()); }
    static constexpr Bitboard all() { return Bitboard(AllBits); }

    constexpr Bits bits() const { return bits_; }
    constexpr bool is_empty() const { return bits_ == 0; }
    constexpr int count() const { return std::popcount(bits_); }
    constexpr bool contains(Square square) const { return (bits_ >> square.index() & 1U) != 0; }
    constexpr bool contains_all(Bitboard other) const { return (other.bits_ & ~bits_) == 0; }

    // REQUIRES: !is_empty().
    constexpr Square lowest() const { return Square::from_index(std::countr_zero(bits_)); }

    constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
    constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
    constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
    // The squares of this set that are not in the other.
    constexpr Bitboard operator-(Bitboard other) const { return Bitboard(bits_ & ~other.bits_); }
    constexpr Bitboard operator~() const { return Bitboard(~bits_ & AllBits); }
    constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }

    bool operator==(const Bitboard&) const = default;

    // The set with the board turned by 180 degrees.
    constexpr Bitboard turned() const {
        Bits b = bits_;
        b = (b >> 1 & 0x55555555U) | (b & 0x55555555U) << 1;
        b = (b >> 2 & 0x33333333U) | (b & 0x33333333U) << 2;
        b = (b >> 4 & 0x0f0f0f0fU) | (b & 0x0f0f0f0fU) << 4;
        return Bitboard(__builtin_bswap32(b) >> (32 - SquareCount));
    }

    // Squares in rising order: for (Square square : set) ...
    class Iterator {
    public:
        explicit constexpr Iterator(Bits rest) : rest_(rest) {}
        constexpr Square operator*() const { return Bitboard(rest_).lowest(); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        Bits rest_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

private:
    static constexpr Bits AllBits = static_cast<Bits>((std::uint64_t{1} << SquareCount) - 1);

    Bits bits_ = 0;
};

constexpr Bitboard row(int row_from_top) {
    Bitboard squares;
    for (int i = squares_above(row_from_top); i < squares_above(row_from_top + 1); ++i)
        squares |= Bitboard::of(Square::from_index(i));
    return squares;
}

// Where a man of `side` is crowned.
constexpr Bitboard king_row(Side side) {
    constexpr Bitboard OfBlack = row(BoardSize - 1);
    constexpr Bitboard OfWhite = row(0);
    return side == Side::Black ? OfBlack : OfWhite;
}

}  // namespace deepwell
