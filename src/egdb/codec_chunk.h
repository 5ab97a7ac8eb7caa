// Chunks: the rows that are decoded together, from their own bits.
//
// ChunkTables is the model made ready for decoding; one for each open material.  decode_chunk turns
// the bits of a chunk into rows, from its first row as far as wanted.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "egdb/codec_bits.h"
#include "egdb/codec_layout.h"
#include "egdb/codec_model.h"
#include "egdb/codec_rows.h"

namespace deepwell::egdb {

class ChunkTables {
public:
    explicit ChunkTables(const CodecModel& model);

    // Symbol << 4 | length of the code that the next MaxCodeLength bits begin with.
    std::uint16_t symbol(std::size_t of_class, std::uint32_t bits) const {
        return symbols_[of_class][bits];
    }
    CellValue common() const { return common_; }
    CellValue rare() const { return rare_; }

private:
    CellValue common_;
    CellValue rare_;
    std::array<std::array<std::uint16_t, 1U << MaxCodeLength>, ClassCount> symbols_{};
};

inline constexpr std::size_t MaxChunkRows = std::size_t{1} << MaxLogChunkRows;
using ChunkRows = std::array<RowBits, MaxChunkRows>;

// Decodes the first `count` rows of a chunk into `rows`; the cursor stands on the first of them and
// ends on the last.  Any bits give some rows.  REQUIRES: 0 < count <= MaxChunkRows.
void decode_chunk(const ChunkTables& tables,
                  const BitReader& bits,
                  RowCursor& cursor,
                  std::size_t count,
                  ChunkRows& rows);

// The prediction of row `i` of a chunk.
inline RowPredictor predictor_for(const ChunkRows& rows,
                                  std::size_t i,
                                  std::uint64_t distance,
                                  CellValue common,
                                  CellValue rare) {
    const RowBits none = RowBits::all(common);
    const bool has_second = distance > 0 && distance <= i;
    return {i > 0 ? rows[i - 1] : none, has_second ? rows[i - distance] : none, common, rare};
}

}  // namespace deepwell::egdb
