// CodecModel: what is learnt of a material before it is coded, and stored with it.
//
// A cell is predicted by the majority of three cells that were decoded before it, W, N and R; a
// draw if all three differ.  Nine cells tell how far to trust that:
//
//     second neighbour row        RW R  RE
//     row before                  NW N  NE
//     this row              WW W  x
//
// Of each class of trust only the misses are written, as symbols of a prefix code: how many cells
// of the class are hit before, and whether the value is then the likelier or the other of the two
// that remain.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace deepwell::egdb {

enum class CellValue : std::uint8_t { Loss = 0, Draw = 1, Win = 2 };

// The first that applies.
enum TrustClass : std::size_t {
    Moot,      // a moot cell (codec_layout.h)
    Disputed,  // W or N is not as predicted
    Doubted,   // R is not
    Edged,     // another of the nine is not
    Calm,      // all nine are as predicted
};
inline constexpr std::size_t ClassCount = 5;

inline constexpr std::size_t RunBuckets = 34;  // up to 8191 hits
inline constexpr std::size_t SymbolCount = 2 * RunBuckets + 1;
inline constexpr std::size_t NoMoreMisses = SymbolCount - 1;
inline constexpr unsigned MaxCodeLength = 10;

// Runs are written as a bucket and some bits that tell the place in the bucket.
struct RunBucket {
    unsigned bucket = 0;
    unsigned extra_bits = 0;
    std::uint32_t start = 0;
};
constexpr RunBucket bucket_of_run(std::uint32_t run) {
    if (run < 16) return {run, 0, run};
    const auto log = static_cast<unsigned>(std::bit_width(run)) - 1;
    const std::uint32_t half = run >> (log - 1) & 1U;
    return {16 + 2 * (log - 4) + half, log - 1, (2 + half) << (log - 1)};
}
constexpr RunBucket run_of_bucket(unsigned bucket) {
    if (bucket < 16) return {bucket, 0, bucket};
    const unsigned log = 4 + (bucket - 16) / 2;
    return {bucket, log - 1, (2 + (bucket & 1U)) << (log - 1)};
}

using CodeLengths = std::array<std::uint8_t, SymbolCount>;

struct CodecModel {
    CellValue common = CellValue::Draw;  // outside the chunk and of unwritten chunks
    CellValue rare = CellValue::Win;     // the next most common
    unsigned log_chunk_rows = 6;
    unsigned log_block_chunks = 0;
    std::array<CodeLengths, ClassCount> lengths{};

    std::size_t chunk_rows() const { return std::size_t{1} << log_chunk_rows; }
    std::size_t block_chunks() const { return std::size_t{1} << log_block_chunks; }
    bool operator==(const CodecModel&) const = default;
};

inline constexpr unsigned MaxLogChunkRows = 8;
inline constexpr unsigned MaxLogBlockChunks = 9;
inline constexpr std::size_t ModelBytes = 4 + (ClassCount * SymbolCount + 1) / 2;

std::vector<std::uint8_t> to_bytes(const CodecModel& model);
// Throws Error if the bytes are no model.  REQUIRES: bytes.size() >= ModelBytes.
CodecModel model_from(std::span<const std::uint8_t> bytes);

// The canonical code: shorter codes first, those of one length in the order of their symbols.
std::array<std::uint32_t, SymbolCount> canonical_codes(const CodeLengths& lengths);

// The best lengths up to MaxCodeLength for symbols with these weights; every symbol gets a code.
CodeLengths code_lengths(const std::array<std::uint64_t, SymbolCount>& weights);

}  // namespace deepwell::egdb
