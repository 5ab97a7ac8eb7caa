// KingMatrix: a bit matrix over the king sets of two sides, rows padded to whole words.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "egdb/bit_rows.h"

namespace deepwell::egdb {

class KingMatrix {
public:
    // What it holds afterwards is undefined.
    void resize(std::uint32_t rows, std::size_t words) {
        rows_ = rows;
        words_ = words;
        if (bits_.size() < rows * words) bits_.resize(rows * words);
    }
    void clear() { std::fill_n(bits_.data(), rows_ * words_, Word{0}); }
    std::uint32_t rows() const { return rows_; }
    std::size_t words() const { return words_; }
    Word* row(std::uint32_t r) { return bits_.data() + r * words_; }
    const Word* row(std::uint32_t r) const { return bits_.data() + r * words_; }

private:
    std::uint32_t rows_ = 0;
    std::size_t words_ = 0;
    std::vector<Word> bits_;
};

// Writes the transposed tile of rows [64 * block, 64 * block + 64) and bits [64 * w, 64 * w + 64)
// of `from` into `to`, and calls `changed(row of to)` for each row that got a different word.
template <class Changed>
void transpose_tile(const KingMatrix& from,
                    std::uint32_t block,
                    std::size_t w,
                    KingMatrix& to,
                    const Changed& changed) {
    const std::uint32_t first = block * 64;
    const std::uint32_t rows = std::min<std::uint32_t>(64, from.rows() - first);
    Word square[64];
    Word any = 0;
    for (std::uint32_t i = 0; i < rows; ++i) any |= square[i] = from.row(first + i)[w];
    for (std::uint32_t i = rows; i < 64; ++i) square[i] = 0;
    if (any != 0) transpose_block(square);
    const auto base = static_cast<std::uint32_t>(64 * w);
    const std::uint32_t count = std::min<std::uint32_t>(64, to.rows() - std::min(base, to.rows()));
    for (std::uint32_t j = 0; j < count; ++j) {
        Word& target = to.row(base + j)[block];
        if (target == square[j]) continue;
        target = square[j];
        changed(base + j);
    }
}

// All tiles of the rows [64 * block, 64 * block + 64).
template <class Changed>
void transpose_rows(const KingMatrix& from,
                    std::uint32_t block,
                    KingMatrix& to,
                    const Changed& changed) {
    for (std::size_t w = 0; w < from.words(); ++w) transpose_tile(from, block, w, to, changed);
}

}  // namespace deepwell::egdb
