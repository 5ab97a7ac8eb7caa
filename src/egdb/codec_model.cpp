#include "egdb/codec_model.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "base/error.h"

namespace deepwell::egdb {

namespace {

// A prefix code must use up all bit strings: then every bit string has a meaning.
void require_complete(const CodeLengths& lengths) {
    std::uint32_t used = 0;
    for (const std::uint8_t length : lengths) {
        if (length == 0 || length > MaxCodeLength)
            throw Error("a code length of the model is damaged");
        used += std::uint32_t{1} << (MaxCodeLength - length);
    }
    if (used != std::uint32_t{1} << MaxCodeLength) throw Error("a code of the model is damaged");
}

// Huffman's lengths.  Ties are broken by number, so that they are the same everywhere.
CodeLengths huffman_lengths(const std::array<std::uint64_t, SymbolCount>& weights) {
    using Node = std::tuple<std::uint64_t, std::size_t>;
    std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
    std::vector<std::size_t> parent(2 * SymbolCount - 1, 0);
    for (std::size_t i = 0; i < SymbolCount; ++i) open.emplace(weights[i], i);
    for (std::size_t next = SymbolCount; next < parent.size(); ++next) {
        std::uint64_t sum = 0;
        for (int i = 0; i < 2; ++i) {
            const auto [weight, node] = open.top();
            open.pop();
            sum += weight;
            parent[node] = next;
        }
        open.emplace(sum, next);
    }
    std::vector<std::uint8_t> depth(parent.size(), 0);
    for (std::size_t node = parent.size() - 1; node-- > 0;)
        depth[node] = static_cast<std::uint8_t>(depth[parent[node]] + 1);
    CodeLengths lengths{};
    std::copy_n(depth.begin(), SymbolCount, lengths.begin());
    return lengths;
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const CodecModel& model) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(ModelBytes);
    bytes.push_back(static_cast<std::uint8_t>(model.common));
    bytes.push_back(static_cast<std::uint8_t>(model.rare));
    bytes.push_back(static_cast<std::uint8_t>(model.log_chunk_rows));
    bytes.push_back(static_cast<std::uint8_t>(model.log_block_chunks));
    std::size_t nibbles = 0;
    for (const CodeLengths& lengths : model.lengths)
        for (const std::uint8_t length : lengths) {
            if (nibbles++ % 2 == 0)
                bytes.push_back(length);
            else
                bytes.back() = static_cast<std::uint8_t>(bytes.back() | length << 4);
        }
    return bytes;
}

CodecModel model_from(std::span<const std::uint8_t> bytes) {
    CodecModel model;
    if (bytes.size() < ModelBytes || bytes[0] > 2 || bytes[1] > 2 || bytes[0] == bytes[1] ||
        bytes[2] > MaxLogChunkRows || bytes[3] > MaxLogBlockChunks)
        throw Error("the head of the model is damaged");
    model.common = static_cast<CellValue>(bytes[0]);
    model.rare = static_cast<CellValue>(bytes[1]);
    model.log_chunk_rows = bytes[2];
    model.log_block_chunks = bytes[3];
    std::size_t nibble = 8;  // behind the four bytes of the head
    for (CodeLengths& lengths : model.lengths) {
        for (std::uint8_t& length : lengths) {
            length = static_cast<std::uint8_t>(bytes[nibble / 2] >> (nibble % 2 * 4) & 15U);
            ++nibble;
        }
        require_complete(lengths);
    }
    return model;
}

std::array<std::uint32_t, SymbolCount> canonical_codes(const CodeLengths& lengths) {
    std::array<std::uint32_t, SymbolCount> codes{};
    std::uint32_t next = 0;
    for (unsigned length = 1; length <= MaxCodeLength; ++length, next <<= 1)
        for (std::size_t i = 0; i < SymbolCount; ++i)
            if (lengths[i] == length) codes[i] = next++;
    return codes;
}

CodeLengths code_lengths(const std::array<std::uint64_t, SymbolCount>& weights) {
    auto flatter = weights;
    for (std::uint64_t& weight : flatter) weight = 16 * weight + 1;
    while (true) {
        const CodeLengths lengths = huffman_lengths(flatter);
        if (*std::max_element(lengths.begin(), lengths.end()) <= MaxCodeLength) return lengths;
        for (std::uint64_t& weight : flatter) weight = weight / 2 + 1;
    }
}

}  // namespace deepwell::egdb
