// Prober: the value of a position from the files, compiled once per instruction set.

#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <optional>
#include <span>
#include <type_traits>

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

    // Values that wait for the memory wait together.
    static void probe_many(const Database& database,
                           std::span<const Position> positions,
                           WdlRange* values) {
        database.probes_.add(positions.size());
        const Prober prober(database);
        for (std::size_t first = 0; first < positions.size(); first += Together) {
            const auto some =
                positions.subspan(first, std::min(Together, positions.size() - first));
            if (database.raw_)
                prober.raw_values(some, values + first);
            else
                prober.stored_values(some, values + first);
        }
    }

private:
    static constexpr std::size_t Together = 16;

    explicit Prober(const Database& database) : database_(database) {}

    WdlRange value(const Position& position) const {
        if (position.own().is_empty()) return WdlRange::exactly(Wdl::Loss);
        if (position.enemy().is_empty())  // who hems itself in has lost even then
            return WdlRange::exactly(legal_moves(position).empty() ? Wdl::Loss : Wdl::Win);
        return quiet_or_best(position.side == Side::Black ? position : turned(position));
    }

    WdlRange raw_value(const Position& position) const {
        if (!is_raw(position)) return value(position);
        return WdlRange::exactly(database_.raw_->template place_of<Isa>(position).value());
    }
    bool is_raw(const Position& position) const {
        return !position.own().is_empty() && !position.enemy().is_empty() &&
               __builtin_popcount(position.occupied().bits()) <= database_.raw_->pieces();
    }

    void raw_values(std::span<const Position> positions, WdlRange* values) const {
        std::array<RawValues::Place, Together> places;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            places[i] = is_raw(positions[i]) ? database_.raw_->template place_of<Isa>(positions[i])
                                             : RawValues::Place{};
            __builtin_prefetch(places[i].byte);
        }
        for (std::size_t i = 0; i < positions.size(); ++i)
            values[i] = places[i].byte != nullptr ? WdlRange::exactly(places[i].value())
                                                  : value(positions[i]);
    }

    void stored_values(std::span<const Position> positions, WdlRange* values) const {
        std::array<Stored, Together> stored;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Position& p = positions[i];
            stored[i] = {};
            if (p.black.is_empty() || p.white.is_empty()) continue;
            const auto found = find_stored(p.side == Side::Black ? p : turned(p), {});
            if (!found) continue;
            stored[i] = *found;
            found->table->prefetch_ticket(found->place);
        }
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (stored[i].table != nullptr) stored[i].table->prefetch_row(stored[i].place);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (stored[i].table == nullptr) {
                values[i] = value(positions[i]);
                continue;
            }
            database_.look_ups_.add();
            values[i] =
                WdlRange::exactly(stored[i].table->value_at(stored[i].place, database_.loads_));
        }
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

    // A list that is not filled with zeros first.
    template <class T>
    class Few {
    public:
        void add(const T& item) { ::new (place(size_++)) T(item); }
        std::size_t size() const { return size_; }
        const T* begin() const {
            return std::launder(static_cast<const T*>(static_cast<const void*>(room_)));
        }
        const T* end() const { return begin() + size_; }

    private:
        static_assert(std::is_trivially_destructible_v<T>);
        void* place(std::size_t i) { return room_ + i * sizeof(T); }
        alignas(T) std::byte room_[MoveList::Capacity * sizeof(T)];
        std::size_t size_ = 0;
    };

    // Most moves lead to stored positions.  Their values are fetched side by side; the few others
    // are left for last.
    struct Stored {
        const ValueTable* table = nullptr;
        ValueTable::Place place;
    };
    WdlRange best_of_quiet_moves(const Position& position) const {
        Few<Stored> stored;
        Few<Position> others;
        const Position before = turned(position);  // so that Black is to move afterwards
        const auto same_men = men_in_place(before);
        for (const Move& move : legal_moves(before)) {
            const Position after = step(before, move);
            if (const auto found = find_stored(after, same_men)) {
                found->table->prefetch_ticket(found->place);
                stored.add(*found);
            } else {
                others.add(after);
            }
        }
        for (const Stored& one : stored) one.table->prefetch_row(one.place);
        WdlRange best = WdlRange::exactly(Wdl::Loss);
        database_.look_ups_.add(stored.size());
        for (const Stored& one : stored) {
            const Wdl after = one.table->value_at(one.place, database_.loads_);
            best = better(best, WdlRange::exactly(-after));
            if (best.low == Wdl::Win) return best;
        }
        for (const Position& other : others) {
            best = better(best, -quiet_or_best(other));
            if (best.low == Wdl::Win) return best;
        }
        return best;
    }

    // What all moves of kings have in common, from White's turn to Black's.
    struct SameMen {
        const ValueTable* table = nullptr;  // nullptr: absent, or derived
        Bitboard white_men;
        std::uint64_t configuration = 0;
    };
    SameMen men_in_place(const Position& before) const {
        const Material material = material_in(before);
        const ValueTable* const table = database_.table(material);
        if (table == nullptr || is_derived_here(material, before)) return {};
        return {table, before.white - before.kings, table->template configuration_of<Isa>(before)};
    }

    // A quiet move of White.
    static Position step(const Position& before, const Move& move) {
        const Bitboard from = Bitboard::of(move.from), to = Bitboard::of(move.to);
        const bool is_king = !(before.kings & from).is_empty();
        const bool crowned = is_king || !(king_row(Side::White) & to).is_empty();
        return {before.black,
                (before.white - from) | to,
                crowned ? (before.kings - from) | to : before.kings,
                Side::Black};
    }

    // REQUIRES: Black is to move, both sides have pieces.
    std::optional<Stored> find_stored(const Position& position, const SameMen& same) const {
        if (must_jump(position)) return std::nullopt;
        if (same.table != nullptr && position.white - position.kings == same.white_men)
            return Stored{same.table,
                          same.table->template place_of<Isa>(position, same.configuration)};
        const Material material = material_in(position);
        const ValueTable* const table = database_.table(material);
        if (table == nullptr || is_derived_here(material, position)) return std::nullopt;
        return Stored{table, table->template place_of<Isa>(position)};
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
