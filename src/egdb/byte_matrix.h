// ByteMatrix: a matrix of half distances over the king sets of two sides.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace deepwell::egdb {

// Larger than any distance: not known to end.
inline constexpr std::uint8_t Never = 255;

class ByteMatrix {
public:
    // What it holds afterwards is undefined.
    void resize(std::uint32_t rows, std::size_t columns) {
        rows_ = rows;
        columns_ = columns;
        if (bytes_.size() < rows * columns) bytes_.resize(rows * columns);
    }
    std::uint32_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::uint8_t* row(std::uint32_t r) { return bytes_.data() + r * columns_; }
    const std::uint8_t* row(std::uint32_t r) const { return bytes_.data() + r * columns_; }

private:
    std::uint32_t rows_ = 0;
    std::size_t columns_ = 0;
    std::vector<std::uint8_t> bytes_;
};

// Writes row `r` of `from` as column r of `to`, and marks the rows of `to` that changed.
inline void transpose_row(const ByteMatrix& from,
                          std::uint32_t r,
                          ByteMatrix& to,
                          std::vector<std::uint8_t>& changed) {
    const std::uint8_t* source = from.row(r);
    for (std::uint32_t c = 0; c < to.rows(); ++c) {
        std::uint8_t& cell = to.row(c)[r];
        changed[c] = changed[c] | (cell != source[c]);
        cell = source[c];
    }
}

}  // namespace deepwell::egdb
