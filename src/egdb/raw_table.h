// RawTable: the values of one material in memory, both sides to move, two bits each.
//
// For each men configuration and side to move there is a matrix of king sets: a row for each set of
// the side that does NOT move, a column for each set of the side that moves.  Whoever moves into
// the configuration then finds, in one row, the answers to all his opponent's king sets.
//
//     bit of (rows r, columns c) = r * columns + c,  configurations `stride` bytes apart
//
// Sets are numbered by KingSets over the squares that the men leave free, so r and c may share a
// square; such cells are no positions and hold no bit.  win: the side to move wins; loss: it
// loses; neither: a draw.
//
// A *sparse* table holds some configurations only, in slots (config_slots.h), `stride` bytes apart.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <vector>

#include "base/zeroed_vector.h"
#include "egdb/config_slots.h"
#include "egdb/king_sets.h"
#include "egdb/material.h"
#include "egdb/men.h"

namespace deepwell::egdb {

class RawTable {
public:
    // The values of one side to move.
    struct Half {
        std::uint32_t rows = 0;
        std::uint32_t columns = 0;
        std::size_t stride = 0;  // bytes per configuration and plane
        ZeroedVector<std::uint8_t> win;
        ZeroedVector<std::uint8_t> loss;
    };

    explicit RawTable(const Material& material) : RawTable(material, {Side::Black, Side::White}) {}
    // With values for these sides to move only; the other half has no cells.
    RawTable(const Material& material, std::initializer_list<Side> to_move);
    // A sparse one that holds nothing yet.
    static std::unique_ptr<RawTable> sparse(const Material& material);

    const Material& material() const { return material_; }
    const MenIndex& men() const { return men_; }
    int free_squares() const { return SquareCount - material_.men(); }
    const KingSets& sets(Side side) const { return *sets_[static_cast<std::size_t>(side)]; }
    const Half& half(Side to_move) const { return halves_[static_cast<std::size_t>(to_move)]; }
    Half& half(Side to_move) { return halves_[static_cast<std::size_t>(to_move)]; }

    // Where a configuration is, in units of `stride`.
    std::uint64_t slot_of(std::uint64_t configuration, Side to_move) const {
        return slots_ == nullptr ? configuration : slots_->find(configuration, to_move);
    }
    // nullptr if it is not sparse.
    ConfigSlots* slots() const { return slots_.get(); }
    // Makes room for a configuration of a sparse table.
    void add(std::uint64_t configuration);

    // Bytes that a table of this material takes.
    static std::uint64_t bytes(const Material& material);

private:
    void set_shape(Side to_move);

    Material material_;
    MenIndex men_;
    const KingSets* sets_[2];
    Half halves_[2];
    std::unique_ptr<ConfigSlots> slots_;
};

struct RawValue {
    bool win = false;
    bool loss = false;
};

// The stored value; jumps included.  REQUIRES: the position has the table's material.
RawValue value_in(const RawTable& table, const Position& position);

// The tables at hand, by material.
class RawStore {
public:
    RawTable* find(const Material& material);
    const RawTable* find(const Material& material) const;
    RawTable& insert(std::unique_ptr<RawTable> table);
    void erase(const Material& material) { tables_.erase(material); }
    template <class Visit>
    void for_each(const Visit& visit) {
        for (auto& [material, table] : tables_) visit(*table);
    }

private:
    std::map<Material, std::unique_ptr<RawTable>> tables_;
};

}  // namespace deepwell::egdb
