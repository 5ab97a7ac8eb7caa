// Network: a small neural network that judges positions, trained on games of Deepwell against
// itself (docs/network.md).
//
//     inputs  0 or 1, seen by the side to move, square 0 being the first of its back row: for each
//             window what men it shows (eval/windows.h), own kings and enemy kings by square
//     first   128 units, each limited to 0 .. 1
//     second  16 units, not below 0
//     output  points
//
// The first layer is the same in the whole game; each phase (eval/heuristic.h) has a head of its
// own, which is the second layer and the output.
//
// All arithmetic is in whole numbers, so that every machine gives the same score:
//
//     first   16 bits, 1 is FirstOne;      second weights 16 bits, 1 is SecondOne;
//     second  32 bits, brought to OutputOne;   last weights 32 bits in points, 1 is OutputOne.
//
// The file: magic "DWNETWRK", version 4 bytes, inputs 4, first 4, second 4, phases 4, then the
// numbers in the order of the struct, little-endian, and the checksum (base/checksum.h) of all
// before it, 8 bytes.  Version 3; files of version 2, which have rows by square for own men, enemy
// men and the kings of both, are read as well.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "board/position.h"
#include "eval/heuristic.h"
#include "eval/windows.h"

namespace deepwell {

struct Network {
    static constexpr std::size_t Inputs = WindowCount * ViewCount + std::size_t{2} * SquareCount;
    static constexpr std::size_t First = 128;
    static constexpr std::size_t Second = 16;
    static constexpr int FirstOne = 256;
    static constexpr int SecondOne = 512;
    static constexpr int OutputOne = 1024;

    struct Head {
        alignas(64) std::array<std::array<std::int16_t, First>, Second> second{};
        alignas(64) std::array<std::int32_t, Second> second_bias{};  // 1 is FirstOne * SecondOne
        std::array<std::int32_t, Second> last{};
        std::int32_t last_bias = 0;  // in points

        bool operator==(const Head&) const = default;
    };

    using Row = std::array<std::int16_t, First>;  // what an input gives to each first unit

    alignas(64) std::array<std::array<Row, ViewCount>, WindowCount> men{};
    alignas(64) std::array<Row, std::size_t{2} * SquareCount> kings{};  // own, then enemy
    alignas(64) std::array<std::int16_t, First> first_bias{};
    std::array<Head, PhaseCount> heads{};

    const Head& head_of(const Position& position) const {
        return heads[phase_of(position.occupied().count())];
    }

    bool operator==(const Network&) const = default;
};

// How every file of a network begins.
inline constexpr std::string_view NetworkMagic = "DWNETWRK";

// The bytes of a file.
std::string to_bytes(const Network& network);
// The failure says what is wrong with them.
Result<std::shared_ptr<const Network>> parse_network(std::string_view bytes);

// The one that the program carries in itself; nothing on boards other than 8x8.
std::shared_ptr<const Network> default_network();

}  // namespace deepwell
