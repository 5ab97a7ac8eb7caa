// Certificates for tests, written from docs/certificate-format.md; shares nothing with the checker.
//
// A Certificate is what the file says, field by field, so that tests can also say what is wrong.

#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

namespace certificate {

using Bytes = std::vector<std::uint8_t>;

struct Position {
    std::uint32_t black = 0;
    std::uint32_t white = 0;
    std::uint32_t kings = 0;
    std::uint8_t side = 0;  // 0 Black, 1 White

    auto operator<=>(const Position&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Record {
    Position position;
    std::uint32_t rank = 0;
    std::uint8_t move = 0;
};

struct Section {
    std::uint8_t attacker = 0;
    std::uint8_t wins = 0;
    std::vector<Record> records;  // ascending
};

struct File {
    std::array<std::uint8_t, 4> material{};  // black kings, black men, white kings, white men
    std::uint64_t checksum = 0;
};

struct Certificate {
    std::uint8_t board_size = 8;
    std::uint8_t rules = 1;
    Position root;
    std::uint8_t lower = 0;
    std::uint8_t upper = 2;
    std::vector<File> files;  // ascending
    std::vector<Section> sections;
};

// `spoil` may change the columns of each chunk before they are compressed.
Bytes to_bytes(
    const Certificate& certificate, const std::function<void(Bytes&)>& spoil = [](Bytes&) {});

// Puts the right checksum at the end of what may have been changed.
void seal(Bytes& file);

}  // namespace certificate
