// EndingNetwork: a small neural network for endings of 7 and 8 pieces, those just above the
// databases, trained on what larger databases know of them (docs/network.md).
//
//     inputs  0 or 1, seen by the side to move, square 0 being the first of its back row: for each
//             window what pieces it shows (eval/windows.h)
//     first   units limited to 0 .. 1, second units not below 0, output in points: as in Network
//
// The first layer is the same for all; a head for each number of pieces, for who has more of them,
// and for whether an odd number of them stands on the mover's files, which with equal numbers says
// who has "the move" (eval/timing.h).
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
    // Fewer pieces than the other side, as many (never with 7), more.
    static constexpr std::size_t Balances = 3;
    static constexpr std::size_t Heads = std::size_t{MostPieces - LeastPieces + 1} * Balances * 2;

    static constexpr bool knows(int pieces) {
        return pieces >= LeastPieces && pieces <= MostPieces;
    }

    alignas(64) std::array<std::array<Network::Row, ViewCount>, WindowCount> rows{};
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

// How every file of one begins.
inline constexpr std::string_view EndingMagic = "DWENDING";

// The bytes of a file.
std::string to_bytes(const EndingNetwork& network);
// The failure says what is wrong with them.
Result<std::shared_ptr<const EndingNetwork>> parse_ending_network(std::string_view bytes);

// The one that the program carries in itself; nothing on boards other than 8x8.
std::shared_ptr<const EndingNetwork> default_ending_network();

}  // namespace deepwell
