// The board as plain numbers, for the kernels that work on bits: neighbours and directions.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/bitboard.h"

namespace deepwell::egdb {

using SquareSet = std::uint32_t;  // bits of a Bitboard

inline constexpr std::uint8_t NoSquare = 255;

// The square one step away in each Direction, or NoSquare.
inline constexpr auto Neighbours = [] {
    std::array<std::array<std::uint8_t, 4>, SquareCount> table{};
    for (int i = 0; i < SquareCount; ++i)
        for (std::size_t d = 0; d < 4; ++d) {
            const auto to = neighbour(Square::from_index(i), static_cast<Direction>(d));
            table[static_cast<std::size_t>(i)][d] =
                to ? static_cast<std::uint8_t>(to->index()) : NoSquare;
        }
    return table;
}();

constexpr std::uint8_t step(std::uint8_t square, std::size_t direction) {
    return Neighbours[square][direction];
}
constexpr SquareSet bit(std::uint8_t square) {
    return SquareSet{1} << square;
}
constexpr std::uint8_t lowest(SquareSet set) {
    return static_cast<std::uint8_t>(std::countr_zero(set));
}
// The number of a square among the squares of a set that holds it.
[[gnu::always_inline]] constexpr int number_in(SquareSet set, std::uint8_t square) {
    return __builtin_popcount(set & (bit(square) - 1));
}

// The two directions of a man are this one and the next.
constexpr std::size_t first_direction(Side side) {
    return side == Side::Black ? 0 : 2;
}
static_assert(row_step(static_cast<Direction>(0)) == 1 && row_step(static_cast<Direction>(1)) == 1);

}  // namespace deepwell::egdb
