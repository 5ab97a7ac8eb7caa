// Codec: the coded values of one material (docs/egdb-codec.md, from "Prediction" on).

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "input.h"
#include "layout.h"

namespace checker {

enum class Value : std::uint8_t { Loss, Draw, Win };

constexpr Value negated(Value value) {
    return static_cast<Value>(2 - static_cast<int>(value));
}

// A row of values, a bit for each column; neither won nor lost: drawn.
struct RowValues {
    std::uint32_t won;
    std::uint32_t lost;

    Value at(unsigned column) const {
        return static_cast<Value>(1 + (won >> column & 1U) - (lost >> column & 1U));
    }
};

class Codec {
public:
    // Throws Refusal if the bytes are no coded values of this layout.  Both must outlive the codec.
    Codec(Bytes coded, const Layout& layout);

    unsigned log_chunk_rows() const { return log_chunk_rows_; }
    // The rows of a chunk; whatever the bytes are, some values.  Throws Refusal if the block that
    // it lies in is none.  REQUIRES: the layout has a row of this chunk.
    void decode(std::uint64_t chunk, std::vector<RowValues>& out) const;

private:
    static constexpr std::size_t Classes = 5;
    static constexpr std::size_t Symbols = 69;
    static constexpr unsigned MaxCodeBits = 10;
    struct Code {
        std::uint8_t symbol = 0;
        std::uint8_t bits = 0;
    };
    using CodeTable = std::array<Code, std::size_t{1} << MaxCodeBits>;  // by the next bits
    class ChunkDecoder;

    static CodeTable code_table(const std::array<std::uint8_t, Symbols>& lengths);
    void read_code_tables(Bytes nibbles);
    Bytes block(std::uint64_t number) const;
    Bytes chunk_bits(std::uint64_t chunk) const;

    const Layout& layout_;
    Value common_ = Value::Draw;
    Value rare_ = Value::Win;
    unsigned log_chunk_rows_ = 0;
    unsigned log_block_chunks_ = 0;
    std::array<CodeTable, Classes> tables_;
    Bytes ends_;
    Bytes blocks_;
};

}  // namespace checker
