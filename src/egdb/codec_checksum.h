// CRC-32 as in zlib and PNG: polynomial 0xedb88320 reflected, start and end complemented.

#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace deepwell::egdb {

inline constexpr auto Crc32Table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
        table[i] = crc;
    }
    return table;
}();

constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::uint8_t byte : bytes) crc = crc >> 8 ^ Crc32Table[(crc ^ byte) & 255U];
    return ~crc;
}

}  // namespace deepwell::egdb
