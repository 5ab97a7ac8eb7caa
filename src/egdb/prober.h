// Prober: the value of a position from the files, compiled once per instruction set.

#pragma once

#include <array>
#include <optional>

#include "board/movegen.h"
#include "board/movegen_kernel.h"
#include "egdb/database.h"

namespace deepwell::egdb {

template <class Isa>
class Prober {
public:
    static WdlRange probe(const Database& database, const Position& position) {
        database.probes_.add();
        const Prober prober(database);
        return database.raw_ ? prober.raw_value(position) : prober.value(position);
    }

private:
    explicit Prober(const Database& database) : database_(database) {}

    WdlRange value(const Position& position) const {
        if (position.own().is_empty()) return WdlRange::exactly(Wdl::Loss);
        if (position.enemy().is_empty()) return WdlRange::exactly(Wdl::Win);
        return quiet_or_best(position.side == Side::Black ? position : turned(position));
    }

    WdlRange raw_value(const Position& position) const {
        if (position.own().is_empty() || position.enemy().is_empty() ||
            __builtin_popcount(position.occupied().bits()) > database_.raw_->pieces())
            return value(position);
        return WdlRange::exactly(database_.raw_->template value<Isa>(position));
    }

    // REQUIRES: Black is to move, both sides have pieces.
    WdlRange quiet_or_best(const Position& position) const {
        if (must_jump(position)) return best_of_moves(position);
        const Material material = material_in(position);
        const ValueTable* const table = database_.table(material);
        if (table == nullptr) return {};
        if (is_derived_here(material, position)) return best_of_quiet_moves(position);
        database_.look_ups_.add();
        return WdlRange::exactly(table->value_at(table->place_of<Isa>(position), database_.loads_));
    }

    static bool is_derived_here(const Material& material, const Position& p) {
        return is_derived(material, {p.men(Side::Black), p.men(Side::White)});
    }

    static WdlRange better(const WdlRange& a, const WdlRange& b) {
        return {std::max(a.low, b.low), std::max(a.high, b.high)};
    }

    WdlRange best_of_moves(const Position& position) const {
        WdlRange best = WdlRange::exactly(Wdl::Loss);
        for (const Move& move : legal_moves(position)) {
            best = better(best, -value(play(position, move)));
            if (best.low == Wdl::Win) break;
        }
        return best;
    }

    // Most moves lead to stored positions.  Their values are fetched side by side; the few others
    // are left for last.
    struct Stored {
        const ValueTable* table = nullptr;
        ValueTable::Place place;
    };
    WdlRange best_of_quiet_moves(const Position& position) const {
        std::array<Stored, MoveList::Capacity> stored;
        std::array<Position, MoveList::Capacity> others;
        std::size_t stored_count = 0, other_count = 0;
        for (const Move& move : legal_moves(position)) {
            const Position after = turned(play(position, move));
            if (const auto found = find_stored(after)) {
                found->table->prefetch_ticket(found->place);
                stored[stored_count++] = *found;
            } else {
                others[other_count++] = after;
            }
        }
        for (std::size_t i = 0; i < stored_count; ++i)
            stored[i].table->prefetch_row(stored[i].place);
        WdlRange best = WdlRange::exactly(Wdl::Loss);
        for (std::size_t i = 0; i < stored_count && best.low != Wdl::Win; ++i) {
            database_.look_ups_.add();
            const Wdl after = stored[i].table->value_at(stored[i].place, database_.loads_);
            best = better(best, WdlRange::exactly(-after));
        }
        for (std::size_t i = 0; i < other_count && best.low != Wdl::Win; ++i)
            best = better(best, -quiet_or_best(others[i]));
        return best;
    }

    // REQUIRES: Black is to move, both sides have pieces.
    std::optional<Stored> find_stored(const Position& position) const {
        if (must_jump(position)) return std::nullopt;
        const Material material = material_in(position);
        const ValueTable* const table = database_.table(material);
        if (table == nullptr || is_derived_here(material, position)) return std::nullopt;
        return Stored{table, table->place_of<Isa>(position)};
    }

    static bool must_jump(const Position& p) {
        const PaddedPosition padded{pad<Isa>(p.black), pad<Isa>(p.white), pad<Isa>(p.kings)};
        return !all_jumpers<Side::Black>(view_of<Side::Black>(padded)).is_empty();
    }

    static Material material_in(const Position& p) {
        const auto count = [](Bitboard set) { return __builtin_popcount(set.bits()); };
        return {{count(p.black & p.kings), count(p.black - p.kings)},
                {count(p.white & p.kings), count(p.white - p.kings)}};
    }

    const Database& database_;
};

}  // namespace deepwell::egdb
