#include "database.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace checker {

class Database::File {
public:
    File(const std::filesystem::path& path, const Material& material, std::uint64_t number)
        : material_(material), number_(number), file_(path), layout_(material) {
        if (!is_whole(file_.bytes())) throw Refusal("it is damaged");
        const Bytes coded = read_head();
        if (!is_derived(material)) codec_.emplace(coded, layout_);
    }

    std::uint64_t checksum() const { return little_endian(file_.bytes().last(8)); }
    const Material& material() const { return material_; }
    const Layout& layout() const { return layout_; }
    const Codec& codec() const { return *codec_; }
    std::uint64_t key(std::uint64_t chunk, std::uint64_t part) const {
        return number_ << 48 | chunk << 2 | part;
    }

private:
    // Returns the coded values.
    Bytes read_head() const {
        constexpr std::size_t HeadBytes = 88;
        constexpr std::size_t DependencyBytes = 16;
        ByteReader in(file_.bytes());
        const Bytes magic = in.take(8);
        if (!std::equal(magic.begin(), magic.end(), "DEEPWELL")) throw Refusal("it is no database");
        if (in.number(4) != 1) throw Refusal("its format is of another version");
        if (in.byte() != BoardSize) throw Refusal("it is for another board");
        if (in.byte() != 1) throw Refusal("it does not hold values");
        const int black_kings = in.byte(), black_men = in.byte();
        const int white_kings = in.byte(), white_men = in.byte();
        if (Material{black_kings, black_men, white_kings, white_men} != material_)
            throw Refusal("it holds another material");
        const std::size_t dependencies = in.number(2);
        in.take(4);
        const std::uint64_t coded = in.number(8);
        in.take(HeadBytes - 32);  // counts; the checksum of the file covers them
        in.take(DependencyBytes * dependencies);
        in.take(8);
        if (in.left() < 8 || in.left() - 8 != coded) throw Refusal("it has another length");
        return in.take(coded);
    }

    Material material_;
    std::uint64_t number_;
    MappedFile file_;
    Layout layout_;
    std::optional<Codec> codec_;  // not if all positions are derived
};

Database::Database(std::filesystem::path directory, std::uint64_t cache_bytes)
    : directory_(std::move(directory)),
      by_material_(std::size_t{1} << 16),
      slots_(std::bit_floor(
          std::max<std::uint64_t>(16, cache_bytes / (UnitRows * sizeof(RowValues))))),
      keys_(slots_) {}

Database::~Database() = default;

Database::File*& Database::file_of(const Material& m) {
    return by_material_[static_cast<std::size_t>(m.black_kings << 12 | m.black_men << 8 |
                                                 m.white_kings << 4 | m.white_men)];
}

void Database::open(const Material& material, std::uint64_t checksum) {
    const std::string name = to_text(material) + ".wdl";
    if (material.black() == 0 || material.white() == 0 || material.pieces() > MaxPieces ||
        std::max(material.black(), material.white()) > PiecesAtStart)
        throw Refusal("database file " + name + ": there is no such file");
    try {
        auto file = std::make_unique<File>(directory_ / name, material, files_.size() + 1);
        if (file->checksum() != checksum) throw Refusal("it is not the one with this checksum");
        file_of(material) = file.get();
        files_.push_back(std::move(file));
    } catch (const Refusal& refusal) {
        throw Refusal("database file " + name + ": " + refusal.what());
    }
    most_pieces_ = std::max(most_pieces_, material.pieces());
    // Left as it is: pages that nobody writes cost nothing.
    if (!rows_) rows_.reset(new RowValues[slots_ * UnitRows]);
}

std::optional<Value> Database::value(const Position& position, std::size_t depth) {
    if (std::popcount(position.occupied()) > most_pieces_) return std::nullopt;
    if (position.own() == 0) return Value::Loss;
    const Position black = position.side == Side::Black ? position : turned(position);
    const Material material = material_of(black);
    const File* const file = file_of(material);
    if (file == nullptr) return std::nullopt;
    if (is_derived(material, black) || must_jump(black)) return best_of_moves(black, depth);
    return stored_value(*file, black);
}

std::optional<Value> Database::best_of_moves(const Position& position, std::size_t depth) {
    if (moves_.size() <= depth) moves_.resize(depth + 1);
    auto& moves = moves_[depth];
    list_successors(position, moves);
    Value best = Value::Loss;
    bool all_decided = true;
    for (const Position& after : moves) {
        const auto reply = value(after, depth + 1);
        if (reply == Value::Loss) return Value::Win;
        if (reply)
            best = std::max(best, negated(*reply));
        else
            all_decided = false;
    }
    return all_decided ? std::optional(best) : std::nullopt;
}

std::size_t Database::slot_of(std::uint64_t key) const {
    const std::uint64_t chunk = key >> 2;
    return ((chunk * 0x9e3779b97f4a7c15U >> 32) + (key & 3)) & (slots_ - 1);
}

Value Database::stored_value(const File& file, const Position& position) {
    const Cell cell = file.layout().cell_of(position);
    const unsigned log_rows = file.codec().log_chunk_rows();
    const std::uint64_t chunk = cell.row >> log_rows;
    const std::size_t row = cell.row & ((std::uint64_t{1} << log_rows) - 1);
    const std::uint64_t key = file.key(chunk, row / UnitRows);
    const std::size_t slot = slot_of(key);
    if (keys_[slot] != key) load(file, chunk);
    return rows_[slot * UnitRows + row % UnitRows].at(cell.column);
}

void Database::load(const File& file, std::uint64_t chunk) {
    try {
        file.codec().decode(chunk, chunk_);
    } catch (const Refusal& refusal) {
        throw Refusal("database file " + to_text(file.material()) + ".wdl: " + refusal.what());
    }
    for (std::size_t first = 0; first < chunk_.size(); first += UnitRows) {
        const std::uint64_t key = file.key(chunk, first / UnitRows);
        const std::size_t slot = slot_of(key);
        keys_[slot] = key;
        const std::size_t count = std::min(UnitRows, chunk_.size() - first);
        std::copy_n(&chunk_[first], count, &rows_[slot * UnitRows]);
    }
}

}  // namespace checker
