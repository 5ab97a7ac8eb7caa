#include "egdb/raw_table.h"

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

// Words are read from any bit on; a few bytes behind the last one must be readable.
constexpr std::size_t SlackBytes = 16;

// Small matrices share a word with nobody: two threads may write neighbouring ones.
std::size_t stride_for(std::uint64_t bits) {
    if (bits <= 8) return 1;
    if (bits <= 16) return 2;
    if (bits <= 32) return 4;
    return words_for(bits) * sizeof(Word);
}

struct Cell {
    std::size_t byte;
    unsigned bit;
};

Cell cell_of(const RawTable& table, const Position& p) {
    const Side mover = p.side;
    const Men men{p.men(Side::Black), p.men(Side::White)};
    const std::uint32_t free = (~(men.black | men.white)).bits();
    const auto& half = table.half(mover);
    const std::uint64_t row = colex_rank(gather(p.kings_of(other(mover)).bits(), free));
    const std::uint64_t column = colex_rank(gather(p.kings_of(mover).bits(), free));
    const std::uint64_t bit = row * half.columns + column;
    return {table.men().number_of(men) * half.stride + bit / 8, static_cast<unsigned>(bit % 8)};
}

void copy_turned(const RawTable& from, RawTable& to, Side to_move) {
    const int free = from.free_squares();
    const auto& source = from.half(other(to_move));
    auto& target = to.half(to_move);
    const KingSets& row_sets = to.sets(other(to_move));
    const KingSets& column_sets = to.sets(to_move);
    const auto turned_rank = [free](std::uint32_t set) {
        return colex_rank(Bitboard(set).turned().bits() >> (SquareCount - free));
    };
    std::vector<std::uint32_t> row_of, column_of;
    for (std::uint32_t r = 0; r < row_sets.count(); ++r)
        row_of.push_back(static_cast<std::uint32_t>(turned_rank(row_sets.set(r))));
    for (std::uint32_t c = 0; c < column_sets.count(); ++c)
        column_of.push_back(static_cast<std::uint32_t>(turned_rank(column_sets.set(c))));
    for (std::uint64_t number = 0; number < to.men().size(); ++number) {
        const Men men = to.men().men_of(number);
        const std::uint64_t other_number =
            from.men().number_of({men.white.turned(), men.black.turned()});
        for (std::uint32_t r = 0; r < target.rows; ++r)
            for (std::uint32_t c = 0; c < target.columns; ++c) {
                const std::uint64_t bit = std::uint64_t{row_of[r]} * source.columns + column_of[c];
                const std::size_t byte = other_number * source.stride + bit / 8;
                const std::uint64_t out = std::uint64_t{r} * target.columns + c;
                const std::size_t out_byte = number * target.stride + out / 8;
                const auto value = [&](const auto& plane) {
                    return static_cast<std::uint8_t>((plane[byte] >> (bit % 8) & 1) << (out % 8));
                };
                target.win[out_byte] |= value(source.win);
                target.loss[out_byte] |= value(source.loss);
            }
    }
}

}  // namespace

RawTable::RawTable(const Material& material)
    : material_(material),
      men_(material.black.men, material.white.men),
      sets_{&king_sets(free_squares(), material.black.kings),
            &king_sets(free_squares(), material.white.kings)} {
    for (const Side mover : Sides) {
        Half& h = half(mover);
        h.rows = sets(other(mover)).count();
        h.columns = sets(mover).count();
        h.stride = stride_for(std::uint64_t{h.rows} * h.columns);
        h.win.assign(men_.size() * h.stride + SlackBytes, 0);
        h.loss.assign(men_.size() * h.stride + SlackBytes, 0);
    }
}

std::uint64_t RawTable::bytes(const Material& m) {
    const int free = SquareCount - m.men();
    const std::uint64_t matrix = binomial(free, m.black.kings) * binomial(free, m.white.kings);
    return 4 * stride_for(matrix) * position_count({{0, m.black.men}, {0, m.white.men}});
}

RawValue value_in(const RawTable& table, const Position& position) {
    const Cell cell = cell_of(table, position);
    const auto& half = table.half(position.side);
    return {(half.win[cell.byte] >> cell.bit & 1) != 0,
            (half.loss[cell.byte] >> cell.bit & 1) != 0};
}

RawTable turned(const RawTable& table) {
    RawTable result(table.material().turned());
    for (const Side mover : Sides) copy_turned(table, result, mover);
    return result;
}

const RawTable* RawStore::find(const Material& material) const {
    const auto found = tables_.find(material);
    return found == tables_.end() ? nullptr : found->second.get();
}

RawTable& RawStore::insert(std::unique_ptr<RawTable> table) {
    auto& place = tables_[table->material()];
    place = std::move(table);
    return *place;
}

}  // namespace deepwell::egdb
