#include "database.h"

namespace checker {

namespace {

constexpr int MaxPieces = 10;
constexpr unsigned MaxLogChunkRows = 8;

constexpr unsigned MaxCodeBits = 10;
constexpr std::size_t Classes = 5;
constexpr std::size_t Symbols = 69;
constexpr std::uint8_t NoMoreMisses = 68;
constexpr std::uint32_t Endless = ~std::uint32_t{0};

// A row while its chunk is decoded: cells with the common value around them.
//
//     | WW W at the left edge | 32 columns | NE at the right edge |
using Cells = std::array<Value, 36>;
constexpr std::size_t LeftEdge = 2;

// One of the parts of `whole`; where each of them ends is listed in so many bytes.
Bytes part(Bytes whole, Bytes ends, std::size_t width, std::uint64_t number) {
    ByteReader in(ends);
    if (number > 0) in.take(width * (number - 1));
    const std::uint64_t begin = number > 0 ? in.number(width) : 0;
    const std::uint64_t end = in.number(width);
    if (begin > end || end > whole.size()) refuse("a list of blocks is damaged");
    return whole.subspan(begin, end - begin);
}

// What is the same for all values of a file.
struct Model {
    using Code = std::pair<std::uint8_t, std::uint8_t>;  // a symbol, and how many bits it has
    Value common = Value::Draw, rare = Value::Win;
    std::array<std::array<Code, 1 << MaxCodeBits>, Classes> codes;  // by the next bits
};

class ChunkDecoder {
public:
    ChunkDecoder(const Model& model, Bytes bytes) : model_(model), bytes_(bytes) {
        for (std::size_t i = 0; i < Classes; ++i) read_run(i);
    }

    void decode(const std::vector<Row>& rows, std::vector<RowValues>& out) {
        Cells outside;
        outside.fill(model_.common);
        std::vector<Cells> all(rows.size(), outside);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto& [length, distance, moot] = rows[i];
            Value* cell = &all[i][LeftEdge];
            const Value* north = &(i > 0 ? all[i - 1] : outside)[LeftEdge];
            const bool has_second = distance > 0 && distance <= i;
            const Value* second = &(has_second ? all[i - distance] : outside)[LeftEdge];
            out.push_back({0, 0});
            for (unsigned column = 0; column < length; ++column, ++cell) {
                *cell = next_value(cell, north++, second++, (moot >> column & 1U) != 0);
                out[i].won |= std::uint32_t{*cell == Value::Win} << column;
                out[i].lost |= std::uint32_t{*cell == Value::Loss} << column;
            }
        }
    }

private:
    // How many cells of a class are hits before its next miss, and what that is.
    struct Run {
        std::uint32_t hits = 0;
        bool ends_with_third = false;
    };

    // The names of the cells around this one are those of the document.
    Value next_value(const Value* row, const Value* north, const Value* second, bool is_moot) {
        const Value ww = row[-2], w = row[-1];
        const Value nw = north[-1], n = north[0], ne = north[1];
        const Value rw = second[-1], r = second[0], re = second[1];
        const Value hit = w == n || w == r ? w : n == r ? n : Value::Draw;
        std::size_t cell_class = 4;
        if (ww != hit || nw != hit || ne != hit || rw != hit || re != hit) cell_class = 3;
        if (r != hit) cell_class = 2;
        if (w != hit || n != hit) cell_class = 1;
        if (is_moot) cell_class = 0;
        Run& run = runs_[cell_class];
        if (run.hits > 0) {
            --run.hits;
            return hit;
        }
        Value guess = hit != model_.common ? model_.common : model_.rare;
        for (const Value better : {nw, ne, r, n, w})
            if (better != hit) guess = better;
        const bool is_third = run.ends_with_third;
        read_run(cell_class);
        return is_third ? Value(3 - int(hit) - int(guess)) : guess;
    }

    void read_run(std::size_t cell_class) {
        Run& run = runs_[cell_class];
        run.hits = Endless;
        const auto [symbol, bits] = model_.codes[cell_class][peek(MaxCodeBits)];
        at_ += bits;
        if (at_ > 8 * bytes_.size() || symbol == NoMoreMisses) return;
        const unsigned bucket = symbol / 2U;
        run = {bucket, symbol % 2 != 0};
        if (bucket < 16) return;
        const unsigned extra = 3 + (bucket - 16) / 2;
        run.hits = ((2 + bucket % 2) << extra) + peek(extra);
        at_ += extra;
    }

    // Bits from the highest of each byte down; behind the end are zeros.
    std::uint32_t peek(unsigned count) const {
        std::uint32_t word = 0;
        for (std::size_t i = at_ / 8; i < at_ / 8 + 4; ++i)
            word = word << 8 | (i < bytes_.size() ? bytes_[i] : 0U);
        return word << at_ % 8 >> (32 - count);
    }

    const Model& model_;
    Bytes bytes_;
    std::size_t at_ = 0;  // bit
    std::array<Run, Classes> runs_;
};

// "2k1m-1k2m.wdl"
std::string file_name(const Material& m) {
    return std::to_string(m.black_kings) + 'k' + std::to_string(m.black_men) + "m-" +
           std::to_string(m.white_kings) + 'k' + std::to_string(m.white_men) + "m.wdl";
}

// REQUIRES: there are at most 15 of each kind of piece.
std::uint64_t number_of(const Material& m) {
    const int number = m.black_kings << 12 | m.black_men << 8 | m.white_kings << 4 | m.white_men;
    return static_cast<std::uint64_t>(number);
}

}  // namespace

// The values of one material, as they lie in a file (docs/egdb-format.md) and are coded there
// (docs/egdb-codec.md).
struct Database::File {
    // Throws Refusal unless the file is there, undamaged, of this material and board, and has the
    // checksum.
    File(const Path& path, const Material& material, std::uint64_t checksum)
        : layout(material), bytes(bytes_of(path)) {
        const auto found = checksum_of(bytes);
        if (!found) refuse("it is damaged");
        if (*found != checksum) refuse("it is not the one with this checksum");
        ByteReader in(bytes);
        if (!in.takes("DEEPWELL")) refuse("it is no database");
        if (in.number(4) != 1) refuse("its format is of another version");
        if (in.byte() != BoardSize) refuse("it is for another board");
        if (in.byte() != 1) refuse("it does not hold values");
        const Material held{in.byte(), in.byte(), in.byte(), in.byte()};
        if (held != material) refuse("it holds another material");
        const std::uint64_t dependencies = in.number(2);
        in.take(4);
        const std::uint64_t size = in.number(8);
        // Counts, dependencies and a checksum of the head: the checksum of the file covers them.
        in.take(56 + 16 * dependencies + 8);
        if (in.left() < 8 || in.left() - 8 != size) refuse("it has another length");
        if (size > 0) read_model(ByteReader(in.take(size)));
    }

    // The rows of a chunk; whatever the bytes are, some values.  Throws Refusal if the block that
    // it lies in is none.  REQUIRES: the layout has a row of this chunk.
    void decode(std::uint64_t chunk, std::vector<RowValues>& out) const {
        out.clear();
        const std::uint64_t first = chunk << log_chunk_rows;
        const std::uint64_t count =
            std::min(std::uint64_t{1} << log_chunk_rows, layout.row_count - first);
        ChunkDecoder(model, chunk_bits(chunk)).decode(layout.rows(first, count), out);
    }

    void read_model(ByteReader in) {
        constexpr unsigned MaxLogBlockChunks = 9;
        const std::uint8_t common = in.byte(), rare = in.byte();
        log_chunk_rows = in.byte();
        log_block_chunks = in.byte();
        if (common > 2 || rare > 2 || common == rare || log_chunk_rows > MaxLogChunkRows ||
            log_block_chunks > MaxLogBlockChunks)
            refuse("the model is damaged");
        model.common = Value{common};
        model.rare = Value{rare};
        read_codes(in.take((Classes * Symbols + 1) / 2));
        const unsigned log_block_rows = log_chunk_rows + log_block_chunks;
        const std::uint64_t count = ((layout.row_count - 1) >> log_block_rows) + 1;
        if (count > in.left() / 8) refuse("the list of blocks is cut off");
        block_ends = in.take(8 * count);
        in.take(4);  // a CRC-32 of what the checksum of the file has vouched for
        blocks = in.take(in.left());
    }

    // Canonical: shorter codes first, within a length in the order of symbols.  All bit strings are
    // used up.
    void read_codes(Bytes nibbles) {
        std::size_t first = 0;  // nibble of the class
        for (auto& codes : model.codes) {
            std::size_t used = 0;
            for (std::uint8_t bits = 1; bits <= MaxCodeBits; ++bits)
                for (std::uint8_t symbol = 0; symbol < Symbols; ++symbol) {
                    const std::size_t nibble = first + symbol;
                    if ((nibbles[nibble / 2] >> nibble % 2 * 4 & 15) != bits) continue;
                    const std::size_t count = std::size_t{1} << (MaxCodeBits - bits);
                    if (used + count > codes.size()) refuse("a code of the model is damaged");
                    std::fill_n(&codes[used], count, Model::Code{symbol, bits});
                    used += count;
                }
            if (used != codes.size()) refuse("a code of the model is damaged");
            first += Symbols;
        }
    }

    // Nothing if the chunk is not written.
    Bytes chunk_bits(std::uint64_t chunk) const {
        const Bytes block = part(blocks, block_ends, 8, chunk >> log_block_chunks);
        if (block.empty()) return {};
        const std::size_t chunks = std::size_t{1} << log_block_chunks;
        constexpr std::size_t CrcBytes = 4;
        ByteReader in(block.first(block.size() - std::min(CrcBytes, block.size())));
        const std::size_t width = in.byte();
        const std::size_t written = in.number(2);
        if (width != 2 && width != 4) refuse("a block is damaged");
        const Bytes map = in.take((chunks + 7) / 8);
        const Bytes ends = in.take(width * written);
        const auto is_written = [map](std::size_t i) { return map[i / 8] >> i % 8 & 1U; };
        const std::size_t which = chunk & (chunks - 1);
        if (is_written(which) == 0) return {};
        std::size_t before = 0;
        for (std::size_t i = 0; i < which; ++i) before += is_written(i);
        return part(in.take(in.left()), ends, width, before);
    }

    Layout layout;
    std::vector<std::uint8_t> bytes;
    Model model;
    unsigned log_chunk_rows = 0, log_block_chunks = 0;
    Bytes block_ends, blocks;
};

Database::Database(const Path& directory, std::uint64_t cache)
    : directory_(directory),
      files_(std::size_t{1} << 16),
      slots_(1 + cache / (sizeof(Slot) + (sizeof(RowValues) << MaxLogChunkRows))) {}

void Database::open(const Material& m, std::uint64_t checksum) {
    const std::string name = file_name(m);
    try {
        if (m.black() == 0 || m.white() == 0 || m.pieces() > MaxPieces ||
            std::max(m.black(), m.white()) > PiecesAtStart)
            refuse("there is no such file");
        files_[number_of(m)] = std::make_shared<File>(directory_ / name, m, checksum);
    } catch (const Refusal& refusal) {
        refuse("database file ", name, ": ", refusal.what());
    }
    most_pieces_ = std::max(most_pieces_, m.pieces());
}

std::optional<Value> Database::value(const Position& position) {
    if (std::popcount(position.occupied()) > most_pieces_) return std::nullopt;
    if (position.own() == 0) return Value::Loss;
    const Position black = position.side == Side::Black ? position : turned(position);
    const Material material = material_of(black);
    if (!files_[number_of(material)]) return std::nullopt;
    if (is_derived(material, black)) return best_of(successors(black));
    const std::vector<Position> after_jumps = jumps(black);
    return after_jumps.empty() ? stored_value(material, black) : best_of(after_jumps);
}

std::optional<Value> Database::best_of(const std::vector<Position>& successors) {
    std::optional<Value> best = Value::Loss;
    for (const Position& after : successors) {
        const std::optional<Value> reply = value(after);
        if (reply == Value::Loss) return Value::Win;
        if (!reply) best = std::nullopt;
        if (reply == Value::Draw && best) best = Value::Draw;
    }
    return best;
}

Value Database::stored_value(const Material& material, const Position& position) {
    const File& file = *files_[number_of(material)];
    const auto [row, column] = file.layout.cell_of(position);
    const std::uint64_t chunk = row >> file.log_chunk_rows;
    const std::uint64_t key = number_of(material) << 48 | chunk;
    Slot& slot = slots_[(key * 0x9e3779b97f4a7c15U >> 32) % slots_.size()];
    if (slot.key != key) try {
            slot.key = 0;
            file.decode(chunk, slot.rows);
            slot.key = key;
        } catch (const Refusal& refusal) {
            refuse("database file ", file_name(material), ": ", refusal.what());
        }
    return slot.rows[row - (chunk << file.log_chunk_rows)].at(column);
}

}  // namespace checker
