#include "codec.h"

#include <algorithm>
#include <bit>

namespace checker {

namespace {

constexpr unsigned MaxLogChunkRows = 8;
constexpr unsigned MaxLogBlockChunks = 9;
constexpr std::uint32_t NoMoreMisses = 68;
constexpr std::uint32_t Endless = ~std::uint32_t{0};

// Bits from the highest of each byte down; behind the end are zeros.
class BitReader {
public:
    explicit BitReader(Bytes bytes) : bytes_(bytes) {}

    std::uint32_t peek(unsigned count) const {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i)
            word = word << 8 | (at_ / 8 + i < bytes_.size() ? bytes_[at_ / 8 + i] : 0U);
        return word << at_ % 8 >> (32 - count);
    }
    void skip(unsigned count) { at_ += count; }
    bool is_past_end() const { return at_ > 8 * bytes_.size(); }

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

// A row while its chunk is decoded: cells with the common value around them.
//
//     | WW W at the left edge | 32 columns | NE at the right edge |
using Cells = std::array<Value, 36>;
constexpr std::size_t LeftEdge = 2;

std::uint64_t parts(std::uint64_t whole, unsigned log_part) {
    return (whole + (std::uint64_t{1} << log_part) - 1) >> log_part;
}

// The cells around one, named as in the document.
struct Neighbours {
    Neighbours(const Value* row, const Value* north, const Value* second)
        : ww(row[-2]),
          w(row[-1]),
          nw(north[-1]),
          n(*north),
          ne(north[1]),
          rw(second[-1]),
          r(*second),
          re(second[1]) {}

    Value majority() const {
        if (w == n || w == r) return w;
        return n == r ? n : Value::Draw;
    }
    std::size_t trust_class(Value x) const {
        if (w != x || n != x) return 1;
        if (r != x) return 2;
        return ww == x && nw == x && ne == x && rw == x && re == x ? 4 : 3;
    }
    Value second_guess(Value x, Value common, Value rare) const {
        for (const Value value : {w, n, r, ne, nw})
            if (value != x) return value;
        return x != common ? common : rare;
    }

    Value ww, w, nw, n, ne, rw, r, re;
};

RowValues packed(const Cells& cells) {
    RowValues row{};
    for (std::size_t column = 0; column < 32; ++column) {
        const Value value = cells[LeftEdge + column];
        row.won |= std::uint32_t{value == Value::Win} << column;
        row.lost |= std::uint32_t{value == Value::Loss} << column;
    }
    return row;
}

}  // namespace

class Codec::ChunkDecoder {
public:
    ChunkDecoder(const Codec& codec, Bytes bits) : codec_(codec), bits_(bits) {
        outside_.fill(codec.common_);
        for (std::size_t c = 0; c < Classes; ++c) read_run(c);
    }

    void decode(std::uint64_t first_row, std::size_t count, std::vector<RowValues>& out) {
        Layout::Walk walk(codec_.layout_);
        std::vector<Cells> rows(count, outside_);
        for (std::size_t i = 0; i < count; ++i) {
            const Row row = walk.row(first_row + i);
            const bool has_second = row.distance > 0 && row.distance <= i;
            const Cells& second = has_second ? rows[i - row.distance] : outside_;
            decode_row(row, i > 0 ? rows[i - 1] : outside_, second, rows[i]);
            out.push_back(packed(rows[i]));
        }
    }

private:
    void decode_row(const Row& row, const Cells& north, const Cells& second, Cells& cells) {
        for (unsigned column = 0; column < row.length; ++column) {
            const std::size_t x = LeftEdge + column;
            const Neighbours around(&cells[x], &north[x], &second[x]);
            const Value hit = around.majority();
            const bool is_moot = (row.moot >> column & 1U) != 0;
            const std::size_t c = is_moot ? 0 : around.trust_class(hit);
            cells[x] = hits_[c] > 0 ? hit : miss(c, hit, around);
            if (hits_[c] > 0)
                --hits_[c];
            else
                read_run(c);
        }
    }

    Value miss(std::size_t c, Value hit, const Neighbours& around) const {
        const Value guess = around.second_guess(hit, codec_.common_, codec_.rare_);
        if (!is_third_[c]) return guess;
        return static_cast<Value>(3 - static_cast<int>(hit) - static_cast<int>(guess));
    }

    // How many cells of the class are hits before its next miss.
    void read_run(std::size_t c) {
        hits_[c] = Endless;
        const Code code = codec_.tables_[c][bits_.peek(MaxCodeBits)];
        bits_.skip(code.bits);
        if (bits_.is_past_end() || code.symbol == NoMoreMisses) return;
        is_third_[c] = code.symbol % 2 != 0;
        const unsigned bucket = code.symbol / 2U;
        hits_[c] = bucket;
        if (bucket < 16) return;
        const unsigned extra = 3 + (bucket - 16) / 2;
        hits_[c] = ((2 + bucket % 2) << extra) + bits_.peek(extra);
        bits_.skip(extra);
    }

    const Codec& codec_;
    BitReader bits_;
    Cells outside_{};
    std::array<std::uint32_t, Classes> hits_{};
    std::array<bool, Classes> is_third_{};
};

Codec::Codec(Bytes coded, const Layout& layout) : layout_(layout) {
    constexpr std::size_t NibbleBytes = (Classes * Symbols + 1) / 2;
    ByteReader in(coded);
    const std::uint8_t common = in.byte(), rare = in.byte();
    log_chunk_rows_ = in.byte();
    log_block_chunks_ = in.byte();
    if (common > 2 || rare > 2 || common == rare || log_chunk_rows_ > MaxLogChunkRows ||
        log_block_chunks_ > MaxLogBlockChunks)
        throw Refusal("the model is damaged");
    common_ = static_cast<Value>(common);
    rare_ = static_cast<Value>(rare);
    read_code_tables(in.take(NibbleBytes));
    const std::uint64_t count = parts(layout.rows(), log_chunk_rows_ + log_block_chunks_);
    if (count > in.left() / 8) throw Refusal("the list of blocks is cut off");
    ends_ = in.take(8 * count);
    in.take(4);  // a CRC-32 of what the checksum of the file has vouched for
    blocks_ = in.take(in.left());
}

void Codec::read_code_tables(Bytes nibbles) {
    std::size_t nibble = 0;
    for (CodeTable& table : tables_) {
        std::array<std::uint8_t, Symbols> lengths{};
        for (std::uint8_t& length : lengths) {
            length = static_cast<std::uint8_t>(nibbles[nibble / 2] >> nibble % 2 * 4 & 15);
            ++nibble;
        }
        table = code_table(lengths);
    }
}

// Canonical: shorter codes first, within a length in the order of symbols.  All bit strings are
// used up.
Codec::CodeTable Codec::code_table(const std::array<std::uint8_t, Symbols>& lengths) {
    CodeTable table{};
    std::size_t next = 0;
    for (std::uint8_t bits = 1; bits <= MaxCodeBits; ++bits)
        for (std::size_t symbol = 0; symbol < Symbols; ++symbol) {
            if (lengths[symbol] != bits) continue;
            const std::size_t end = next + (std::size_t{1} << (MaxCodeBits - bits));
            if (end > table.size()) throw Refusal("a code of the model is damaged");
            for (; next < end; ++next) table[next] = {static_cast<std::uint8_t>(symbol), bits};
        }
    if (next != table.size()) throw Refusal("a code of the model is damaged");
    return table;
}

Bytes Codec::block(std::uint64_t number) const {
    const auto end_of = [this](std::uint64_t i) { return little_endian(ends_.subspan(8 * i, 8)); };
    const std::uint64_t begin = number == 0 ? 0 : end_of(number - 1);
    const std::uint64_t end = end_of(number);
    if (begin > end || end > blocks_.size()) throw Refusal("the list of blocks is damaged");
    return blocks_.subspan(begin, end - begin);
}

// Nothing if the chunk is not written.
Bytes Codec::chunk_bits(std::uint64_t chunk) const {
    const Bytes bytes = block(chunk >> log_block_chunks_);
    if (bytes.empty()) return {};
    const std::size_t chunks = std::size_t{1} << log_block_chunks_;
    ByteReader in(bytes.first(bytes.size() - std::min<std::size_t>(4, bytes.size())));
    const std::size_t width = in.byte();
    const std::size_t written = in.number(2);
    if (width != 2 && width != 4) throw Refusal("a block is damaged");
    const Bytes map = in.take((chunks + 7) / 8);
    const Bytes ends = in.take(width * written);
    const std::size_t which = chunk & (chunks - 1);
    if ((map[which / 8] >> which % 8 & 1) == 0) return {};
    std::size_t before = 0;
    for (std::size_t i = 0; i < which; ++i) before += map[i / 8] >> i % 8 & 1U;
    if (before >= written) throw Refusal("a block is damaged");
    const auto end_of = [&](std::size_t i) {
        return little_endian(ends.subspan(width * i, width));
    };
    const std::uint64_t begin = before == 0 ? 0 : end_of(before - 1);
    const std::uint64_t end = end_of(before);
    if (begin > end) throw Refusal("a block is damaged");
    in.take(begin);
    return in.take(end - begin);
}

void Codec::decode(std::uint64_t chunk, std::vector<RowValues>& out) const {
    out.clear();
    const std::uint64_t first_row = chunk << log_chunk_rows_;
    const auto count = static_cast<std::size_t>(
        std::min(std::uint64_t{1} << log_chunk_rows_, layout_.rows() - first_row));
    ChunkDecoder(*this, chunk_bits(chunk)).decode(first_row, count, out);
}

}  // namespace checker
