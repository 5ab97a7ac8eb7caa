// Windows: four squares each, through which the network sees how men stand together.
//
// Two neighbouring rows and two neighbouring places in them; all such windows overlap.  On 8x8
// there are 21, those of the first two rows being
//
//     .   1   .   2   .   3   .   4        1  2  5  6
//     5   .   6   .   7   .   8   .        2  3  6  7        3  4  7  8
//
// First come those that begin in rows 0, 2, 4 ..., place by place, then those of rows 1, 3, 5 ...
//
// What a window shows is its view.  As bits: 0 to 3 own men, 4 to 7 enemy men, in the order of the
// squares.  81 of these 256 numbers are possible, and a view is numbered among those.  On boards of
// odd size, whose rows differ by one, a window may lack a square.

#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"

namespace deepwell {

using Window = std::array<std::uint8_t, 4>;  // indices of squares
inline constexpr std::uint8_t NoSquare = 63;
inline constexpr std::size_t ViewCount = 81;

inline constexpr int PlacesInRow = (BoardSize + 1) / 2;
inline constexpr std::size_t WindowCount = std::size_t{BoardSize - 1} * (PlacesInRow - 1);

constexpr std::array<Window, WindowCount> make_windows() {
    const auto square = [](int row, int place) {
        const int index = squares_above(row) + place;
        return static_cast<std::uint8_t>(index < squares_above(row + 1) ? index : NoSquare);
    };
    std::array<Window, WindowCount> windows{};
    std::size_t next = 0;
    for (int first_row = 0; first_row < 2; ++first_row)
        for (int place = 0; place + 1 < PlacesInRow; ++place)
            for (int row = first_row; row + 1 < BoardSize; row += 2)
                windows[next++] = {square(row, place),
                                   square(row, place + 1),
                                   square(row + 1, place),
                                   square(row + 1, place + 1)};
    return windows;
}
inline constexpr std::array<Window, WindowCount> Windows = make_windows();

inline constexpr std::size_t ViewBitsCount = 256;

// Nobody stands where somebody else does.
constexpr bool is_possible_view(std::size_t bits) {
    return (bits & bits >> 4U & 15U) == 0;
}

constexpr std::array<std::uint8_t, ViewBitsCount> make_view_numbers() {
    std::array<std::uint8_t, ViewBitsCount> numbers{};
    std::uint8_t next = 0;
    for (std::size_t bits = 0; bits < ViewBitsCount; ++bits)
        if (is_possible_view(bits)) numbers[bits] = next++;
    return numbers;
}
// By the view's bits; 0 for those that are not possible.
inline constexpr std::array<std::uint8_t, ViewBitsCount> ViewNumbers = make_view_numbers();

// Of men as the side to move sees them, its own back row being row 0.
constexpr std::size_t view_bits(const Window& window, Bitboard own_men, Bitboard enemy_men) {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
        bits |= (std::uint64_t{own_men.bits()} >> window[i] & 1U) << i;
        bits |= (std::uint64_t{enemy_men.bits()} >> window[i] & 1U) << (i + 4);
    }
    return bits;
}

// Calls `visit(window, view)` for each view of the first window that shows a square in which a man
// stands there; the view of the man alone comes first.
template <class Visit>
void for_each_view_with_man(std::size_t square, bool enemy, const Visit& visit) {
    for (std::size_t w = 0; w < WindowCount; ++w)
        for (std::size_t i = 0; i < Windows[w].size(); ++i) {
            if (Windows[w][i] != square) continue;
            const std::size_t man = std::size_t{1} << (enemy ? i + 4 : i);
            for (std::size_t bits = man; bits < ViewBitsCount; ++bits)
                if (is_possible_view(bits) && (bits & man) != 0) visit(w, ViewNumbers[bits]);
            return;
        }
}

}  // namespace deepwell
