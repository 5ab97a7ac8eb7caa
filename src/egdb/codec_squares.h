// The codec's own order of squares: rows of one parity first, walked to and fro.
//
//       .  0  .  1  .  2  .  3
//      16  . 17  . 18  . 19  .
//       .  7  .  6  .  5  .  4
//      23  . 22  . 21  . 20  .
//       .  8  .  9  . 10  . 11
//      24  . 25  . 26  . 27  .
//       . 15  . 14  . 13  . 12
//      31  . 30  . 29  . 28  .
//
// Who has the opposition depends on the parity of rows, so kings on neighbouring numbers have like
// values; against the order of the board this makes coded files a tenth smaller.

#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"

namespace deepwell::egdb {

// A set of squares in the codec's order: bit i stands for the square with number i.
using SnakeSet = std::uint32_t;

inline constexpr auto SnakeOrder = [] {
    std::array<int, SquareCount> order{};
    std::size_t next = 0;
    for (int parity = 0; parity < 2; ++parity)
        for (int r = parity; r < BoardSize; r += 2) {
            const int first = squares_above(r);
            const int last = squares_above(r + 1) - 1;
            const bool backwards = r / 2 % 2 == 1;
            for (int i = 0; i <= last - first; ++i)
                order[next++] = backwards ? last - i : first + i;
        }
    return order;
}();

// Moves bits to other places, a byte at a time.
class BitPermutation {
public:
    // Bit from[i] goes to bit to[i].
    constexpr BitPermutation(const std::array<int, SquareCount>& from,
                             const std::array<int, SquareCount>& to) {
        for (std::size_t i = 0; i < SquareCount; ++i) {
            const auto byte = static_cast<std::size_t>(from[i]) / 8;
            for (std::size_t bits = 0; bits < 256; ++bits)
                if ((bits >> (from[i] % 8) & 1U) != 0)
                    parts_[byte][bits] |= std::uint32_t{1} << to[i];
        }
    }
    constexpr std::uint32_t operator()(std::uint32_t set) const {
        return parts_[0][set & 255U] | parts_[1][set >> 8 & 255U] | parts_[2][set >> 16 & 255U] |
               parts_[3][set >> 24];
    }

private:
    std::array<std::array<std::uint32_t, 256>, 4> parts_{};
};

inline constexpr auto BoardOrder = [] {
    std::array<int, SquareCount> order{};
    for (std::size_t i = 0; i < SquareCount; ++i) order[i] = static_cast<int>(i);
    return order;
}();
inline constexpr BitPermutation ToSnake(SnakeOrder, BoardOrder);
inline constexpr BitPermutation FromSnake(BoardOrder, SnakeOrder);

constexpr SnakeSet to_snake(Bitboard set) {
    return ToSnake(set.bits());
}
constexpr Bitboard from_snake(SnakeSet set) {
    return Bitboard(FromSnake(set));
}

}  // namespace deepwell::egdb
