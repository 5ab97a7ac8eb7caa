// The codec of win/loss/draw databases: a material's values in few bytes, any of them at hand.
//
// Rows of cells (codec_layout.h) are cut into chunks, which are decoded from their beginning, and
// chunks into blocks of about 4 KiB, each with a checksum.  A coded material is
//
//     model | end of each block, 8 bytes | CRC-32 of all that | blocks
//
// Reading needs no working memory but the stack, so any number of threads may ask the same Decoder.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "egdb/codec_chunk.h"
#include "egdb/codec_layout.h"
#include "egdb/codec_trainer.h"

namespace deepwell::egdb {

// Where the values of a material come from.
class RowSource {
public:
    virtual ~RowSource() = default;
    // The values of out.size() rows from `first` on.
    virtual void read(std::uint64_t first, std::span<RowValues> out) = 0;
};

using MakeRowSource = std::function<std::unique_ptr<RowSource>()>;

// Codes a material block by block.  The constructor learns the model from samples; after that,
// blocks may be coded by many threads, each with a source of its own.
class Encoder {
public:
    // `make_source` gives each thread a source.  The layout must outlive the encoder.
    Encoder(const CellLayout& layout, const MakeRowSource& make_source);

    const CodecModel& model() const { return model_; }
    std::uint64_t block_count() const;
    // Empty if all values of the block are common.  The last block may have fewer chunks.
    std::vector<std::uint8_t> encode_block(std::uint64_t block, RowSource& source) const;

private:
    const CellLayout& layout_;
    CodecModel model_;
};

// The blocks of an Encoder put together, in their order.
std::vector<std::uint8_t> assemble(const CodecModel& model,
                                   std::span<const std::vector<std::uint8_t>> blocks);
// All of the above in this thread.
std::vector<std::uint8_t> encode(const CellLayout& layout, const MakeRowSource& make_source);

// Reads a coded material in place.  Thread rule: any thread.
class Decoder {
public:
    // Throws Error if the model or the ends of the blocks are damaged.  The layout and the bytes
    // must outlive the decoder.
    Decoder(const CellLayout& layout, std::span<const std::uint8_t> bytes);

    std::uint64_t chunk_count() const;
    // Decodes a chunk and returns the number of its rows; open cells hold any value.  Throws Error
    // if the head of its block is damaged; a block that is not intact may also give wrong values.
    std::size_t decode(std::uint64_t chunk, ChunkRows& rows) const;
    std::uint64_t first_row(std::uint64_t chunk) const { return chunk << model_.log_chunk_rows; }
    std::uint64_t chunk_of(std::uint64_t row) const { return row >> model_.log_chunk_rows; }
    std::uint64_t block_of(std::uint64_t chunk) const { return chunk >> model_.log_block_chunks; }

    std::uint64_t block_count() const { return blocks_; }
    // Whether the block is as it was written.
    bool is_intact(std::uint64_t block) const;

    const CodecModel& model() const { return model_; }

private:
    std::uint64_t block_end(std::uint64_t block) const;
    std::span<const std::uint8_t> block_bytes(std::uint64_t block) const;

    const CellLayout& layout_;
    CodecModel model_;
    ChunkTables tables_;
    std::uint64_t blocks_ = 0;
    std::span<const std::uint8_t> ends_;
    std::span<const std::uint8_t> data_;
};

}  // namespace deepwell::egdb
