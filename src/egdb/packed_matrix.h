// Bit matrices as tables keep them: rows of any number of bits, one after the other without gaps.

#pragma once

#include <algorithm>
#include <cstring>

#include "egdb/king_matrix.h"

namespace deepwell::egdb {

// Writes the first `columns` bits of every row.  The last byte is filled up with zeros.
inline void pack_matrix(const KingMatrix& matrix, std::uint32_t columns, std::uint8_t* out) {
    Word pending = 0;
    unsigned filled = 0;
    for (std::uint32_t r = 0; r < matrix.rows(); ++r)
        for (std::uint32_t done = 0; done < columns; done += 64) {
            const Word bits = matrix.row(r)[done / 64];
            const unsigned count = std::min<unsigned>(64, columns - done);
            pending |= bits << filled;
            if (filled + count >= 64) {
                std::memcpy(out, &pending, sizeof pending);
                out += sizeof pending;
                pending = filled == 0 ? 0 : bits >> (64 - filled);
                filled -= 64;
            }
            filled += count;
        }
    std::memcpy(out, &pending, (filled + 7) / 8);
}

// Reads `columns` bits from bit `start` on into a padded row.
// REQUIRES: 9 readable bytes behind the last of them.
inline void unpack_row(const std::uint8_t* bytes,
                       std::uint64_t start,
                       std::uint32_t columns,
                       Word* row) {
    for (std::uint32_t done = 0; done < columns; done += 64) {
        Word bits = load_bits(bytes, start + done);
        if (columns - done < 64) bits &= (Word{1} << (columns - done)) - 1;
        row[done / 64] = bits;
    }
}

// All rows of `from` as columns of `to`.  `columns`: bits of a row of `from`.
inline void transpose(const KingMatrix& from, std::uint32_t columns, KingMatrix& to) {
    const std::size_t blocks = words_for(from.rows());
    to.resize(columns, blocks);
    for (std::uint32_t block = 0; block < blocks; ++block)
        transpose_rows(from, block, to, [](std::uint32_t) {});
}

}  // namespace deepwell::egdb
