#include "egdb/codec_block.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "egdb/codec_checksum.h"

namespace deepwell::egdb {

namespace {

constexpr std::size_t BlockHeadBytes = 3;

std::size_t map_bytes(std::size_t block_chunks) {
    return (block_chunks + 7) / 8;
}

// Written chunks among the first `count` of a map.
std::size_t written_before(std::span<const std::uint8_t> map, std::size_t count) {
    std::size_t sum = 0;
    std::size_t byte = 0;
    for (; byte + 8 <= count / 8; byte += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, map.data() + byte, sizeof word);
        sum += static_cast<std::size_t>(__builtin_popcountll(word));
    }
    for (; byte < map.size() && 8 * byte < count; ++byte) {
        const std::size_t bits = std::min<std::size_t>(8, count - 8 * byte);
        sum += static_cast<std::size_t>(__builtin_popcount(map[byte] & ((1U << bits) - 1)));
    }
    return sum;
}

[[noreturn]] void damaged() {
    throw Error("the directory of a block is damaged");
}

}  // namespace

std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

void put_little_endian(std::vector<std::uint8_t>& out, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        out.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::vector<std::uint8_t> make_block(std::span<const std::vector<std::uint8_t>> chunks,
                                     std::size_t block_chunks) {
    std::size_t size = 0;
    for (const auto& chunk : chunks) size += chunk.size();
    if (size == 0) return {};
    const std::size_t width = size < 0x10000 ? 2 : 4;
    const auto written = std::count_if(
        chunks.begin(), chunks.end(), [](const auto& chunk) { return !chunk.empty(); });
    std::vector<std::uint8_t> block;
    put_little_endian(block, width, 1);
    put_little_endian(block, static_cast<std::uint64_t>(written), 2);
    block.resize(BlockHeadBytes + map_bytes(block_chunks), 0);
    std::size_t end = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (chunks[i].empty()) continue;
        std::uint8_t& map = block[BlockHeadBytes + i / 8];
        map = static_cast<std::uint8_t>(map | 1U << i % 8);
        end += chunks[i].size();
        put_little_endian(block, end, width);
    }
    for (const auto& chunk : chunks) block.insert(block.end(), chunk.begin(), chunk.end());
    put_little_endian(block, crc32(block), ChecksumBytes);
    return block;
}

std::optional<BitReader> find_chunk(std::span<const std::uint8_t> block,
                                    std::size_t chunk,
                                    std::size_t block_chunks) {
    if (block.empty()) return std::nullopt;
    const std::size_t directory = BlockHeadBytes + map_bytes(block_chunks);
    if (block.size() < directory + ChecksumBytes || (block[0] != 2 && block[0] != 4)) damaged();
    const auto map = block.subspan(BlockHeadBytes, map_bytes(block_chunks));
    if ((map[chunk / 8] >> chunk % 8 & 1U) == 0) return std::nullopt;
    const std::size_t width = block[0];
    const std::size_t written = block[1] + std::size_t{256} * block[2];
    const std::size_t before = written_before(map, chunk);
    const std::size_t data = directory + width * written;
    if (before >= written || data + ChecksumBytes > block.size()) damaged();
    const auto end_of = [&](std::size_t i) {
        return static_cast<std::size_t>(little_endian(block.subspan(directory + width * i, width)));
    };
    const std::size_t begin = before == 0 ? 0 : end_of(before - 1);
    const std::size_t end = end_of(before);
    if (begin > end || end > block.size() - ChecksumBytes - data) damaged();
    return BitReader(block, data + begin, data + end);
}

bool checksum_is_right(std::span<const std::uint8_t> block) {
    if (block.empty()) return true;
    if (block.size() < ChecksumBytes) return false;
    const auto body = block.first(block.size() - ChecksumBytes);
    return crc32(body) == little_endian(block.last(ChecksumBytes));
}

}  // namespace deepwell::egdb
