#include "egdb/leaf_planes.h"

#include "base/check.h"

namespace deepwell::egdb {

namespace {

Bitboard squares_of(std::uint32_t set, std::uint32_t free) {
    return Bitboard(static_cast<std::uint32_t>(pdep<Portable>(set, free)));
}

Men turned_men(const Men& men) {
    return {men.white.turned(), men.black.turned()};
}

}  // namespace

bool LeafPlanes::is_derived(const RawTable& table, std::uint64_t configuration, Side mover) {
    const Men men = table.men().men_of(configuration);
    return mover == Side::White ? egdb::is_derived(table.material().turned(), turned_men(men))
                                : egdb::is_derived(table.material(), men);
}

const LeafPlanes::Plane& LeafPlanes::fetch(const RawTable& table,
                                           std::uint64_t configuration,
                                           Side mover,
                                           Side attacker) {
    const Men men = table.men().men_of(configuration);
    plane_.bits.assign(table.half(mover).stride, 0);
    plane_.is_whole = table.material().men() == table.material().pieces();
    if (plane_.is_whole)
        probe_cells(table, men, mover, attacker);
    else
        read_rows(table, men, mover, attacker);
    return plane_;
}

void LeafPlanes::probe_cells(const RawTable& table, const Men& men, Side mover, Side attacker) {
    const std::uint32_t free = (~(men.black | men.white)).bits();
    const KingSets& rows = table.sets(other(mover));
    const KingSets& columns = table.sets(mover);
    positions_.clear();
    cells_.clear();
    for (std::uint32_t r = 0; r < rows.count(); ++r)
        for (std::uint32_t c = 0; c < columns.count(); ++c) {
            if ((rows.set(r) & columns.set(c)) != 0) continue;
            const Bitboard waiting = squares_of(rows.set(r), free);
            const Bitboard moving = squares_of(columns.set(c), free);
            const bool is_black = mover == Side::Black;
            positions_.push_back({men.black | (is_black ? moving : waiting),
                                  men.white | (is_black ? waiting : moving),
                                  moving | waiting,
                                  mover});
            cells_.push_back(std::uint64_t{r} * columns.count() + c);
        }
    values_.resize(positions_.size());
    database_.probe(positions_, values_);
    const Wdl wanted = mover == attacker ? Wdl::Win : Wdl::Loss;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        CHECK(values_[i].is_exact());
        if (values_[i].low == wanted) set(cells_[i]);
    }
}

std::vector<LeafPlanes::Place> LeafPlanes::inner_places(const KingSets& sets,
                                                        std::uint32_t free,
                                                        bool turned) {
    std::vector<Place> places(sets.count());
    for (std::uint32_t i = 0; i < sets.count(); ++i) {
        const Bitboard squares = squares_of(sets.set(i), free);
        const SnakeSet inner = to_snake(turned ? squares.turned() : squares);
        const SnakeSet upper = (inner & (inner - 1)) >> 1;
        places[i] = {static_cast<std::uint32_t>(colex_rank(upper)),
                     static_cast<std::uint8_t>(std::countr_zero(inner))};
    }
    return places;
}

// The file's inner kings are the mover's, or the others' if he has none.
void LeafPlanes::read_rows(const RawTable& table, const Men& men, Side mover, Side attacker) {
    const bool turned = mover == Side::White;
    const ValueTable* const file =
        database_.table(turned ? table.material().turned() : table.material());
    CHECK(file != nullptr);
    const CellLayout& layout = file->layout();
    const std::uint64_t configuration = layout.men().number_of(turned ? turned_men(men) : men);
    const std::uint32_t free = (~(men.black | men.white)).bits();
    const bool own_inner = layout.inner() == Side::Black;
    const KingSets& inner = table.sets(own_inner ? mover : other(mover));
    const KingSets& outer = table.sets(own_inner ? other(mover) : mover);
    const std::vector<Place> places = inner_places(inner, free, turned);
    rows_.resize(layout.upper_sets());
    Counter loads;
    for (std::uint32_t o = 0; o < outer.count(); ++o) {
        const Bitboard squares = squares_of(outer.set(o), free);
        const SnakeSet snake = to_snake(turned ? squares.turned() : squares);
        const std::uint64_t plane = configuration * layout.outer_sets() + colex_rank(snake);
        for (std::uint64_t u = 0; u < rows_.size(); ++u) {
            const RowBits row = file->row(plane * layout.upper_sets() + u, loads);
            rows_[u] = mover == attacker ? row.win : row.loss;
        }
        const std::uint64_t first = std::uint64_t{o} * inner.count();
        for (std::uint32_t i = 0; i < inner.count(); ++i)
            if ((rows_[places[i].row] >> places[i].column & 1U) != 0) set(first + i);
    }
}

}  // namespace deepwell::egdb
