// Blocks: a directory of chunks, their bits, a checksum.
//
//     1 byte        2 or 4, the bytes of an entry of the directory
//     2 bytes       how many chunks are written
//     n / 8 bytes   for each of the n chunks of a block a bit, lowest first: is it written?
//     entries       for each written chunk, where its bits end; the first begin at 0
//     bits          of the written chunks
//     4 bytes       CRC-32 of all that
//
// Numbers are little-endian.  A chunk that is not written holds only the common value; a block
// without written chunks has no bytes at all.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "egdb/codec_bits.h"

namespace deepwell::egdb {

inline constexpr std::size_t ChecksumBytes = 4;

std::uint64_t little_endian(std::span<const std::uint8_t> bytes);
void put_little_endian(std::vector<std::uint8_t>& out, std::uint64_t number, std::size_t bytes);

std::vector<std::uint8_t> make_block(std::span<const std::vector<std::uint8_t>> chunks,
                                     std::size_t block_chunks);

// The bits of a chunk, or nothing if it is not written.  Throws Error if the directory is damaged.
// REQUIRES: chunk < block_chunks.
std::optional<BitReader> find_chunk(std::span<const std::uint8_t> block,
                                    std::size_t chunk,
                                    std::size_t block_chunks);

bool checksum_is_right(std::span<const std::uint8_t> block);

}  // namespace deepwell::egdb
