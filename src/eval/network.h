// Network: a small neural network that judges positions, trained on games of Deepwell against
// itself (docs/network.md).
//
//     inputs  0 or 1, seen by the side to move, square 0 being the first of its back row: for each
//             tall window what men it shows, for each window with a king what pieces it shows
//             (eval/windows.h)
//     first   128 units, each limited to 0 .. 1
//     second  16 units, not below 0
//     output  points
//
// The first layer is the same in the whole game.  The second layer and the output are a head; there
// is one for each stage of the game, by the number of pieces, and for whether an odd number of them
// stands on the mover's files, which with equal numbers says who has "the move" (eval/timing.h).
//
// All arithmetic is in whole numbers, so that every machine gives the same score:
//
//     first   16 bits, 1 is FirstOne;      second weights 16 bits, 1 is SecondOne;
//     second  32 bits, brought to OutputOne;   last weights 32 bits in points, 1 is OutputOne.
//
// The file: magic "DWNETWRK", version 4 bytes, then the sizes, 4 bytes each: tall windows and their
// views, windows and their views, first, second, heads; then the numbers in the order of the
// struct, little-endian, and the checksum (base/checksum.h) of all before it, 8 bytes.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "board/position.h"
#include "eval/windows.h"

namespace deepwell {

struct Network {
    static constexpr std::size_t First = 128;
    static constexpr std::size_t Second = 16;
    static constexpr int FirstOne = 256;
    static constexpr int SecondOne = 512;
    static constexpr int OutputOne = 1024;
    static constexpr std::size_t Stages = 8;
    static constexpr std::size_t Heads = Stages * 2;

    struct Head {
        alignas(64) std::array<std::array<std::int16_t, First>, Second> second{};
        alignas(64) std::array<std::int32_t, Second> second_bias{};  // 1 is FirstOne * SecondOne
        std::array<std::int32_t, Second> last{};
        std::int32_t last_bias = 0;  // in points

        bool operator==(const Head&) const = default;
    };

    using Row = std::array<std::int16_t, First>;  // what an input gives to each first unit

    alignas(64) std::array<std::array<Row, TallViewCount>, TallWindowCount> men{};
    alignas(64) std::array<std::array<Row, ViewCount>, WindowCount> near_kings{};
    alignas(64) std::array<std::int16_t, First> first_bias{};
    std::array<Head, Heads> heads{};

    static constexpr std::size_t head_number(int pieces, bool is_odd);

    bool operator==(const Network&) const = default;
};

// The stages by pieces on the board: 23-24, 20-22, 17-19, 14-16, 12-13, 10-11, 8-9 and fewer on
// 8x8, in proportion to the pieces of the start position on the other boards.
inline constexpr auto StageOfPieces = [] {
    constexpr std::array<int, Network::Stages> Least{23, 20, 17, 14, 12, 10, 8, 0};
    std::array<std::size_t, SquareCount + 1> stages{};
    for (std::size_t pieces = 0; pieces < stages.size(); ++pieces)
        while (static_cast<int>(pieces) * 12 / MenPerSide < Least[stages[pieces]]) ++stages[pieces];
    return stages;
}();

// REQUIRES: 0 <= pieces <= SquareCount.
constexpr std::size_t Network::head_number(int pieces, bool is_odd) {
    return StageOfPieces[static_cast<std::size_t>(pieces)] * 2 + (is_odd ? 1 : 0);
}

// The mover's files where that is Black: all rows of its back row's parity.
inline constexpr Bitboard FilesOfBlack = [] {
    Bitboard files;
    for (int r = 0; r < BoardSize; r += 2) files |= row(r);
    return files;
}();

// How every file of a network begins.
inline constexpr std::string_view NetworkMagic = "DWNETWRK";

// The bytes of a file.
std::string to_bytes(const Network& network);
// The failure says what is wrong with them.
Result<std::shared_ptr<const Network>> parse_network(std::string_view bytes);

// The one that the program carries in itself; nothing on boards other than 8x8.
std::shared_ptr<const Network> default_network();

}  // namespace deepwell
