// Windows: some squares each, through which networks see how pieces stand together.
//
// A tall window has six squares: three neighbouring rows and two neighbouring places in them.  All
// such windows overlap; on 8x8 there are 18, those of the first three rows being
//
//     .   1   .   2   .   3   .   4        1  2           2  3            3  4
//     5   .   6   .   7   .   8   .        5  6           6  7            7  8
//     .   9   .  10   .  11   .  12        9 10          10 11           11 12
//
// They come row by row.  What one shows of men is its view, a number to base 3: the first square is
// the lowest digit, 0 being no man, 1 an own man, 2 an enemy man.
//
// A window, without more words, has four squares: two rows, two places.  On 8x8 there are 21, those
// of the first two rows being
//
//     .   1   .   2   .   3   .   4        1  2  5  6
//     5   .   6   .   7   .   8   .        2  3  6  7        3  4  7  8
//
// First come those that begin in rows 0, 2, 4 ..., place by place, then those of rows 1, 3, 5 ...
// They show men and kings; as a number to base 5 a digit is 0 for an empty square, 1 own man, 2 own
// king, 3 enemy man, 4 enemy king.
//
// Own and enemy are as the side to move sees them, its own back row being row 0.  On boards of odd
// size, whose rows differ by one, a window may lack a square.

#pragma once

#include <array>
#include <cstdint>

#include "board/bitboard.h"

namespace deepwell {

inline constexpr std::uint8_t NoSquare = 63;
inline constexpr int PlacesInRow = (BoardSize + 1) / 2;

// The index of a row's square; NoSquare if the row ends before it.
constexpr std::uint8_t square_at(int row, int place) {
    const int index = squares_above(row) + place;
    return static_cast<std::uint8_t>(index < squares_above(row + 1) ? index : NoSquare);
}

using TallWindow = std::array<std::uint8_t, 6>;  // indices of squares
inline constexpr int TallRows = 3;
inline constexpr std::size_t TallWindowCount =
    std::size_t{BoardSize - TallRows + 1} * (PlacesInRow - 1);
inline constexpr std::size_t TallViewCount = 729;

constexpr std::array<TallWindow, TallWindowCount> make_tall_windows() {
    std::array<TallWindow, TallWindowCount> windows{};
    std::size_t next = 0;
    for (int row = 0; row + TallRows <= BoardSize; ++row)
        for (int place = 0; place + 1 < PlacesInRow; ++place, ++next)
            for (std::size_t i = 0; i < windows[next].size(); ++i)
                windows[next][i] =
                    square_at(row + static_cast<int>(i) / 2, place + static_cast<int>(i) % 2);
    return windows;
}
inline constexpr std::array<TallWindow, TallWindowCount> TallWindows = make_tall_windows();

inline constexpr std::array<std::uint16_t, 6> TallDigits{1, 3, 9, 27, 81, 243};

constexpr std::size_t tall_view(const TallWindow& window, Bitboard own_men, Bitboard enemy_men) {
    std::size_t view = 0;
    for (std::size_t i = 0; i < window.size(); ++i)
        view += TallDigits[i] * ((std::uint64_t{own_men.bits()} >> window[i] & 1U) +
                                 2 * (std::uint64_t{enemy_men.bits()} >> window[i] & 1U));
    return view;
}

using Window = std::array<std::uint8_t, 4>;  // indices of squares
inline constexpr std::size_t WindowCount = std::size_t{BoardSize - 1} * (PlacesInRow - 1);
inline constexpr std::size_t ViewCount = 625;

constexpr std::array<Window, WindowCount> make_windows() {
    std::array<Window, WindowCount> windows{};
    std::size_t next = 0;
    for (int first_row = 0; first_row < 2; ++first_row)
        for (int place = 0; place + 1 < PlacesInRow; ++place)
            for (int row = first_row; row + 1 < BoardSize; row += 2)
                windows[next++] = {square_at(row, place),
                                   square_at(row, place + 1),
                                   square_at(row + 1, place),
                                   square_at(row + 1, place + 1)};
    return windows;
}
inline constexpr std::array<Window, WindowCount> Windows = make_windows();

// As bits: 0 to 3 own ones of the window's squares, 4 to 7 enemy ones.
inline constexpr std::size_t ViewBitsCount = 256;

constexpr std::size_t view_bits(const Window& window, Bitboard own, Bitboard enemy) {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
        bits |= (std::uint64_t{own.bits()} >> window[i] & 1U) << i;
        bits |= (std::uint64_t{enemy.bits()} >> window[i] & 1U) << (i + 4);
    }
    return bits;
}

// What the men and the kings of one window add to the number of its view: `pieces` has own ones as
// bits 0 to 3 and enemy ones as bits 4 to 7, `kings` those of both sides as bits 0 to 3.
inline constexpr std::array<std::uint16_t, 4> ViewDigits{1, 5, 25, 125};
inline constexpr auto NumbersOfPieces = [] {
    std::array<std::uint16_t, ViewBitsCount> numbers{};
    for (std::size_t bits = 0; bits < numbers.size(); ++bits)
        for (std::size_t i = 0; i < 4; ++i)
            numbers[bits] = static_cast<std::uint16_t>(
                numbers[bits] + ViewDigits[i] * ((bits >> i & 1U) + 3 * (bits >> (i + 4) & 1U)));
    return numbers;
}();
inline constexpr auto NumbersOfKings = [] {
    std::array<std::uint16_t, 16> numbers{};
    for (std::size_t bits = 0; bits < numbers.size(); ++bits)
        for (std::size_t i = 0; i < 4; ++i)
            numbers[bits] =
                static_cast<std::uint16_t>(numbers[bits] + ViewDigits[i] * (bits >> i & 1U));
    return numbers;
}();

constexpr std::size_t view_of(const Window& window, Bitboard own, Bitboard enemy, Bitboard kings) {
    return std::size_t{NumbersOfPieces[view_bits(window, own, enemy)]} +
           NumbersOfKings[view_bits(window, kings, Bitboard())];
}

// The windows, as bits, that show a square.
inline constexpr auto WindowsWith = [] {
    std::array<std::uint32_t, SquareCount> windows{};
    for (std::size_t w = 0; w < WindowCount; ++w)
        for (const std::uint8_t square : Windows[w])
            if (square != NoSquare) windows[square] |= std::uint32_t{1} << w;
    return windows;
}();

}  // namespace deepwell
