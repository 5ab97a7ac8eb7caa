// DistanceTable: how many plies a won or lost position still lasts, for one material in memory.
//
// The winner hurries, the loser delays.  A position without moves is lost in 0; a win lasts one
// ply longer than the shortest loss it reaches, a loss one longer than the longest win.  Wins are
// odd and losses even, so half of it is kept, in one byte:
//
//     win   (plies + 1) / 2, at least 1          loss   plies / 2
//
// Cells are those of RawTable without gaps: configuration, then the king set of the side that
// waits, then that of the side that moves (MaterialIndex).  Draws hold 0.
//
// Memory: a byte for each cell and side to move.  A material with more pieces may ask for either of
// a pair of turned twins, but among the materials with most pieces twins are asked for only where
// both sides have equally many.  So 5 pieces need 160 MB in all, and 6 pieces 3.8 GB (2.9 GB for
// the canonical materials, 0.6 GB for their twins, 0.3 GB for fewer pieces), next to the values.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "egdb/raw_table.h"

namespace deepwell::egdb {

// More than this does not fit: the solver stops with a CHECK, nothing is cut off.  The longest win
// with 5 pieces has 81.
inline constexpr int MaxHalfDistance = 254;

class DistanceTable {
public:
    explicit DistanceTable(const RawTable& values);

    // Bytes that a table of this material takes.
    static std::uint64_t bytes(const Material& material);

    // Cells of one configuration, and all of them, for either side to move.
    std::uint64_t cells() const { return cells_; }
    const std::vector<std::uint8_t>& half(Side to_move) const {
        return halves_[static_cast<std::size_t>(to_move)];
    }
    std::vector<std::uint8_t>& half(Side to_move) {
        return halves_[static_cast<std::size_t>(to_move)];
    }

private:
    std::uint64_t cells_;
    std::vector<std::uint8_t> halves_[2];
};

constexpr int plies_of_win(std::uint8_t half) {
    return 2 * half - 1;
}
constexpr int plies_of_loss(std::uint8_t half) {
    return 2 * half;
}

class DistanceStore {
public:
    const DistanceTable* find(const Material& material) const {
        const auto found = tables_.find(material);
        return found == tables_.end() ? nullptr : found->second.get();
    }
    DistanceTable& insert(const Material& material, std::unique_ptr<DistanceTable> table) {
        auto& place = tables_[material];
        place = std::move(table);
        return *place;
    }
    void erase(const Material& material) { tables_.erase(material); }

private:
    std::map<Material, std::unique_ptr<DistanceTable>> tables_;
};

}  // namespace deepwell::egdb
