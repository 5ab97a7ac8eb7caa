// EndingNetwork: a small neural network for endings of 7 and 8 pieces, those just above the
// databases, trained on what larger databases know of them (docs/network.md).
//
//     inputs  0 or 1, seen by the side to move, square 0 being the first of its back row: for each
//             window what pieces it shows, men and kings of both sides (eval/windows.h has the
//             windows; there they show men only)
//     first   units limited to 0 .. 1, second units not below 0, output in points: as in Network
//
// The first layer is the same for all; a head for each number of pieces, for who has more of them,
// and for whether an odd number of them stands on the mover's files, which with equal numbers says
// who has "the move" (eval/timing.h).
//
// A view has a number: each of the window's four squares is a digit to base 5, the first square
// the lowest: 0 empty, 1 own man, 2 own king, 3 enemy man, 4 enemy king.
//
// The file: magic "DWENDING", version 4 bytes, windows 4, views 4, first 4, second 4, heads 4, then
// the numbers in the order of the struct, little-endian, and the checksum (base/checksum.h) of all
// before it, 8 bytes.

#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "eval/network.h"

namespace deepwell {

struct EndingNetwork {
    static constexpr int LeastPieces = 7;
    static constexpr int MostPieces = 8;
    static constexpr std::size_t Views = 625;
    // Fewer pieces than the other side, as many (never with 7), more.
    static constexpr std::size_t Balances = 3;
    static constexpr std::size_t Heads = std::size_t{MostPieces - LeastPieces + 1} * Balances * 2;

    static constexpr bool knows(int pieces) {
        return pieces >= LeastPieces && pieces <= MostPieces;
    }

    alignas(64) std::array<std::array<Network::Row, Views>, WindowCount> rows{};
    alignas(64) std::array<std::int16_t, Network::First> first_bias{};
    std::array<Network::Head, Heads> heads{};

    // As the side to move sees them.  REQUIRES: knows(own + enemy).
    static constexpr std::size_t head_number(int own, int enemy, bool is_odd) {
        const std::size_t balance = own < enemy ? 0 : own == enemy ? 1 : 2;
        return (static_cast<std::size_t>(own + enemy - LeastPieces) * Balances + balance) * 2 +
               (is_odd ? 1 : 0);
    }

    bool operator==(const EndingNetwork&) const = default;
};

// The mover's files where that is Black: all rows of its back row's parity.
inline constexpr Bitboard FilesOfBlack = [] {
    Bitboard files;
    for (int r = 0; r < BoardSize; r += 2) files |= row(r);
    return files;
}();

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

// How every file of one begins.
inline constexpr std::string_view EndingMagic = "DWENDING";

// The bytes of a file.
std::string to_bytes(const EndingNetwork& network);
// The failure says what is wrong with them.
Result<std::shared_ptr<const EndingNetwork>> parse_ending_network(std::string_view bytes);

// The one that the program carries in itself; nothing on boards other than 8x8.
std::shared_ptr<const EndingNetwork> default_ending_network();

}  // namespace deepwell
