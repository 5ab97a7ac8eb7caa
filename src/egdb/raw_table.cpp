#include "egdb/raw_table.h"

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

// Words are read from any bit on; a few bytes behind the last one must be readable.
constexpr std::size_t SlackBytes = 16;
// A plane that grows takes this part of its size for the next time.
constexpr std::size_t RoomToGrow = 4;

// Small matrices share a word with nobody: two threads may write neighbouring ones.
std::size_t stride_for(std::uint64_t bits) {
    if (bits <= 8) return 1;
    if (bits <= 16) return 2;
    if (bits <= 32) return 4;
    return words_for(bits) * sizeof(Word);
}

struct BitPlace {
    std::size_t byte;
    unsigned bit;
};

BitPlace place_of(const RawTable& table, const Position& p) {
    const Side mover = p.side;
    const Men men{p.men(Side::Black), p.men(Side::White)};
    const std::uint32_t free = (~(men.black | men.white)).bits();
    const auto& half = table.half(mover);
    const std::uint64_t row = colex_rank(gather(p.kings_of(other(mover)).bits(), free));
    const std::uint64_t column = colex_rank(gather(p.kings_of(mover).bits(), free));
    const std::uint64_t bit = row * half.columns + column;
    return {table.slot_of(table.men().number_of(men), mover) * half.stride + bit / 8,
            static_cast<unsigned>(bit % 8)};
}

}  // namespace

RawTable::RawTable(const Material& material, std::initializer_list<Side> to_move)
    : material_(material),
      men_(material.black.men, material.white.men),
      sets_{&king_sets(free_squares(), material.black.kings),
            &king_sets(free_squares(), material.white.kings)} {
    for (const Side mover : to_move) {
        set_shape(mover);
        Half& h = half(mover);
        h.win.resize(men_.size() * h.stride + SlackBytes);
        h.loss.resize(men_.size() * h.stride + SlackBytes);
    }
}

void RawTable::set_shape(Side to_move) {
    Half& h = half(to_move);
    h.rows = sets(other(to_move)).count();
    h.columns = sets(to_move).count();
    h.stride = stride_for(std::uint64_t{h.rows} * h.columns);
}

std::unique_ptr<RawTable> RawTable::sparse(const Material& material) {
    auto table = std::make_unique<RawTable>(material, std::initializer_list<Side>{});
    table->slots_ = std::make_unique<ConfigSlots>();
    for (const Side mover : Sides) {
        table->set_shape(mover);
        Half& h = table->half(mover);
        h.win.resize(h.stride + SlackBytes);
        h.loss.resize(h.stride + SlackBytes);
    }
    return table;
}

void RawTable::add(std::uint64_t configuration) {
    slots_->add(configuration);
    for (Half& h : halves_)
        for (auto* plane : {&h.win, &h.loss}) {
            const std::size_t size = slots_->count() * h.stride + SlackBytes;
            if (size > plane->capacity()) plane->reserve(size + size / RoomToGrow);
            plane->resize(size);
        }
}

std::uint64_t RawTable::bytes(const Material& m) {
    const int free = SquareCount - m.men();
    const std::uint64_t matrix = binomial(free, m.black.kings) * binomial(free, m.white.kings);
    return 4 * stride_for(matrix) * position_count({{0, m.black.men}, {0, m.white.men}});
}

RawValue value_in(const RawTable& table, const Position& position) {
    const BitPlace place = place_of(table, position);
    const auto& half = table.half(position.side);
    return {(half.win[place.byte] >> place.bit & 1) != 0,
            (half.loss[place.byte] >> place.bit & 1) != 0};
}

const RawTable* RawStore::find(const Material& material) const {
    const auto found = tables_.find(material);
    return found == tables_.end() ? nullptr : found->second.get();
}

RawTable* RawStore::find(const Material& material) {
    const auto found = tables_.find(material);
    return found == tables_.end() ? nullptr : found->second.get();
}

RawTable& RawStore::insert(std::unique_ptr<RawTable> table) {
    auto& place = tables_[table->material()];
    place = std::move(table);
    return *place;
}

}  // namespace deepwell::egdb
