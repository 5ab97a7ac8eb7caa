// Learning a CodecModel from samples of a material, and turning chunks into bits with it.
//
// All decisions are made in whole numbers, so that the same values give the same bytes everywhere.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "egdb/codec_bits.h"
#include "egdb/codec_chunk.h"
#include "egdb/codec_layout.h"
#include "egdb/codec_model.h"
#include "egdb/codec_rows.h"

namespace deepwell::egdb {

// The values of a row as they come from the solver.  Open: nobody will ask, any value will do.
struct RowValues {
    std::uint32_t win = 0;
    std::uint32_t loss = 0;
    std::uint32_t open = 0;
};

// The rows of one chunk with all that coding them needs.
struct ChunkSource {
    struct Row {
        RowValues values;
        unsigned length = 0;
        std::uint64_t distance = 0;
        std::uint32_t moot = 0;
    };
    std::vector<Row> rows;
};

// Everything but the sizes of chunks and blocks.
CodecModel train(std::span<const ChunkSource> samples);

// Codes chunks.  Thread rule: one for each thread.
class ChunkEncoder {
public:
    explicit ChunkEncoder(const CodecModel& model);

    // The bits of a chunk; none if every value that is not open is the common one.
    std::vector<std::uint8_t> encode(const ChunkSource& chunk);

private:
    CellValue common_;
    CellValue rare_;
    std::array<CodeLengths, ClassCount> lengths_;
    std::array<std::array<std::uint32_t, SymbolCount>, ClassCount> codes_{};
};

}  // namespace deepwell::egdb
