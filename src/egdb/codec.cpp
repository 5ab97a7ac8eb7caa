#include "egdb/codec.h"

#include <algorithm>
#include <atomic>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "base/check.h"
#include "base/error.h"
#include "egdb/codec_block.h"
#include "egdb/codec_checksum.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint64_t SampleChunks = 1024;
constexpr std::uint64_t BlockBytes = 4096;
constexpr std::size_t EndBytes = 8;

// About 2,000 cells: fewer cost size, for the first rows of a chunk have no rows before them; more
// cost time.
unsigned log_rows_per_chunk(const CellLayout& layout) {
    return layout.inner_kings() <= 1 ? 6 : layout.inner_kings() == 2 ? 7 : 8;
}

std::uint64_t parts(std::uint64_t whole, unsigned log_part) {
    return (whole + (std::uint64_t{1} << log_part) - 1) >> log_part;
}

ChunkSource read_chunk(const CellLayout& layout,
                       unsigned log_rows,
                       std::uint64_t chunk,
                       RowSource& source) {
    const std::uint64_t first = chunk << log_rows;
    const std::uint64_t count = std::min(std::uint64_t{1} << log_rows, layout.rows() - first);
    std::vector<RowValues> values(count);
    source.read(first, values);
    ChunkSource result;
    result.rows.reserve(count);
    RowCursor cursor(layout, first);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i > 0) cursor.advance();
        result.rows.push_back({values[i], cursor.length(), cursor.distance(), cursor.moot()});
    }
    return result;
}

std::vector<ChunkSource> take_samples(const CellLayout& layout,
                                      unsigned log_rows,
                                      const MakeRowSource& make_source) {
    const std::uint64_t chunks = parts(layout.rows(), log_rows);
    const std::uint64_t count = std::min(chunks, SampleChunks);
    std::vector<ChunkSource> samples(count);
    tbb::enumerable_thread_specific<std::unique_ptr<RowSource>> sources(make_source);
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t i) {
        samples[i] = read_chunk(layout, log_rows, i * chunks / count, *sources.local());
    });
    return samples;
}

// So many chunks that a block has about BlockBytes.
unsigned log_chunks_per_block(const CodecModel& model, std::span<const ChunkSource> samples) {
    std::atomic<std::uint64_t> bytes = 0;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, samples.size()), [&](const auto& range) {
        ChunkEncoder encoder(model);
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
            const auto coded = encoder.encode(samples[i]);
            if (!coded.empty()) bytes += coded.size() + 2;
        }
    });
    unsigned log = 0;
    while (log < MaxLogBlockChunks && (bytes << (log + 1)) <= BlockBytes * samples.size() * 3 / 2)
        ++log;
    return log;
}

}  // namespace

Encoder::Encoder(const CellLayout& layout, const MakeRowSource& make_source) : layout_(layout) {
    const unsigned log_rows = log_rows_per_chunk(layout);
    const auto samples = take_samples(layout, log_rows, make_source);
    model_ = train(samples);
    model_.log_chunk_rows = log_rows;
    model_.log_block_chunks = log_chunks_per_block(model_, samples);
}

std::uint64_t Encoder::block_count() const {
    return parts(layout_.rows(), model_.log_chunk_rows + model_.log_block_chunks);
}

std::vector<std::uint8_t> Encoder::encode_block(std::uint64_t block, RowSource& source) const {
    CHECK(block < block_count());
    const std::uint64_t all = parts(layout_.rows(), model_.log_chunk_rows);
    const std::uint64_t first = block << model_.log_block_chunks;
    const std::uint64_t end = std::min<std::uint64_t>(all, first + model_.block_chunks());
    ChunkEncoder encoder(model_);
    std::vector<std::vector<std::uint8_t>> chunks;
    for (std::uint64_t chunk = first; chunk < end; ++chunk)
        chunks.push_back(encoder.encode(read_chunk(layout_, model_.log_chunk_rows, chunk, source)));
    return make_block(chunks, model_.block_chunks());
}

std::vector<std::uint8_t> assemble(const CodecModel& model,
                                   std::span<const std::vector<std::uint8_t>> blocks) {
    std::vector<std::uint8_t> bytes = to_bytes(model);
    std::uint64_t end = 0;
    for (const auto& block : blocks) {
        end += block.size();
        put_little_endian(bytes, end, EndBytes);
    }
    put_little_endian(bytes, crc32(bytes), ChecksumBytes);
    bytes.reserve(bytes.size() + end);
    for (const auto& block : blocks) bytes.insert(bytes.end(), block.begin(), block.end());
    return bytes;
}

std::vector<std::uint8_t> encode(const CellLayout& layout, const MakeRowSource& make_source) {
    const Encoder encoder(layout, make_source);
    const auto source = make_source();
    std::vector<std::vector<std::uint8_t>> blocks;
    for (std::uint64_t block = 0; block < encoder.block_count(); ++block)
        blocks.push_back(encoder.encode_block(block, *source));
    return assemble(encoder.model(), blocks);
}

Decoder::Decoder(const CellLayout& layout, std::span<const std::uint8_t> bytes)
    : layout_(layout), model_(model_from(bytes)), tables_(model_) {
    blocks_ = parts(layout.rows(), model_.log_chunk_rows + model_.log_block_chunks);
    if (bytes.size() < ModelBytes + ChecksumBytes ||
        (bytes.size() - ModelBytes - ChecksumBytes) / EndBytes < blocks_)
        throw Error("the list of blocks is cut off");
    const std::size_t head = ModelBytes + blocks_ * EndBytes;
    if (crc32(bytes.first(head)) != little_endian(bytes.subspan(head, ChecksumBytes)))
        throw Error("the list of blocks is damaged");
    ends_ = bytes.subspan(ModelBytes, blocks_ * EndBytes);
    data_ = bytes.subspan(head + ChecksumBytes);
    for (std::uint64_t block = 0; block < blocks_; ++block)
        if (block_end(block) > data_.size() ||
            (block > 0 && block_end(block) < block_end(block - 1)))
            throw Error("the list of blocks is damaged");
}

std::uint64_t Decoder::block_end(std::uint64_t block) const {
    return little_endian(ends_.subspan(block * EndBytes, EndBytes));
}

std::span<const std::uint8_t> Decoder::block_bytes(std::uint64_t block) const {
    const std::uint64_t begin = block == 0 ? 0 : block_end(block - 1);
    return data_.subspan(begin, block_end(block) - begin);
}

std::uint64_t Decoder::chunk_count() const {
    return parts(layout_.rows(), model_.log_chunk_rows);
}

std::size_t Decoder::decode(std::uint64_t chunk, ChunkRows& rows) const {
    CHECK(chunk < chunk_count());
    const std::uint64_t first = first_row(chunk);
    const std::uint64_t count =
        std::min<std::uint64_t>(model_.chunk_rows(), layout_.rows() - first);
    const auto bits = find_chunk(block_bytes(chunk >> model_.log_block_chunks),
                                 chunk & (model_.block_chunks() - 1),
                                 model_.block_chunks());
    if (bits) {
        RowCursor cursor(layout_, first);
        decode_chunk(tables_, *bits, cursor, count, rows);
    } else {
        std::fill_n(rows.begin(), count, RowBits::all(model_.common));
    }
    return count;
}

bool Decoder::is_intact(std::uint64_t block) const {
    CHECK(block < blocks_);
    return checksum_is_right(block_bytes(block));
}

}  // namespace deepwell::egdb
