// ByteMatrix: a matrix of half distances over the king sets of two sides.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace deepwell::egdb {

// Larger than any distance: not known to end.
inline constexpr std::uint8_t Never = 255;

class ByteMatrix {
public:
    // What it holds afterwards is undefined.  Rows are padded so that tiles of 8 x 8 fit.
    void resize(std::uint32_t rows, std::size_t columns) {
        rows_ = rows;
        columns_ = columns;
        stride_ = (columns + 31) / 32 * 32;
        const std::size_t bytes = (std::size_t{rows} + 7) / 8 * 8 * stride_;
        if (bytes_.size() < bytes) bytes_.resize(bytes);
    }
    void fill(std::uint8_t value) {
        std::fill_n(bytes_.data(), (std::size_t{rows_} + 7) / 8 * 8 * stride_, value);
    }
    std::uint32_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::uint8_t* row(std::uint32_t r) { return bytes_.data() + r * stride_; }
    const std::uint8_t* row(std::uint32_t r) const { return bytes_.data() + r * stride_; }

private:
    std::uint32_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> bytes_;
};

using ByteTile = std::array<std::uint64_t, 8>;  // 8 rows of 8 bytes

// Byte j of word i becomes byte i of word j.
inline void transpose_tile(ByteTile& tile) {
    const auto swap = [](std::uint64_t& a, std::uint64_t& b, unsigned shift, std::uint64_t mask) {
        const std::uint64_t difference = (a >> shift ^ b) & mask;
        a ^= difference << shift;
        b ^= difference;
    };
    for (std::size_t i = 0; i < 4; ++i) swap(tile[i], tile[i + 4], 32, 0x00000000ffffffffU);
    for (const std::size_t i : {0U, 1U, 4U, 5U})
        swap(tile[i], tile[i + 2], 16, 0x0000ffff0000ffffU);
    for (const std::size_t i : {0U, 2U, 4U, 6U}) swap(tile[i], tile[i + 1], 8, 0x00ff00ff00ff00ffU);
}

// Writes the rows [8 * band, 8 * band + 8) of `from` as columns of `to`, and marks in `changed` the
// rows of `to` that are different now.
inline void transpose_band(const ByteMatrix& from,
                           std::uint32_t band,
                           ByteMatrix& to,
                           std::vector<std::uint8_t>& changed) {
    for (std::uint32_t c = 0; c < from.columns(); c += 8) {
        ByteTile tile;
        for (std::uint32_t i = 0; i < 8; ++i)
            std::memcpy(&tile[i], from.row(8 * band + i) + c, sizeof tile[i]);
        transpose_tile(tile);
        const std::uint32_t rows = std::min<std::uint32_t>(8, to.rows() - c);
        for (std::uint32_t j = 0; j < rows; ++j) {
            std::uint8_t* const target = to.row(c + j) + std::size_t{8} * band;
            std::uint64_t old;
            std::memcpy(&old, target, sizeof old);
            if (old == tile[j]) continue;
            std::memcpy(target, &tile[j], sizeof tile[j]);
            changed[c + j] = 1;
        }
    }
}

}  // namespace deepwell::egdb
