// MaterialIndex: numbers the positions of one material with a given side to move, as files do.
//
//     index = (configuration * waiting sets + waiting rank) * moving sets + moving rank
//
// The configuration is the number of the men (MenIndex).  The ranks are those of the king sets of
// the side that waits and the side that moves: colexicographic, among the squares that the men
// leave free.  Kings of both sides on one square have an index too, but are no position.

#pragma once

#include <cstdint>
#include <optional>

#include "egdb/binomial.h"
#include "egdb/material.h"
#include "egdb/men.h"

namespace deepwell::egdb {

using Index = std::uint64_t;

class MaterialIndex {
public:
    MaterialIndex(const Material& material, Side to_move);

    const Material& material() const { return material_; }
    Side to_move() const { return to_move_; }
    const MenIndex& men() const { return men_; }
    int free_squares() const { return SquareCount - material_.men(); }
    std::uint64_t moving_sets() const { return moving_sets_; }
    std::uint64_t waiting_sets() const { return waiting_sets_; }
    // One more than the largest index.
    Index size() const { return men_.size() * waiting_sets_ * moving_sets_; }

    // REQUIRES: the material and the side to move are those of the index.
    template <class Isa = Portable>
    [[gnu::always_inline]] Index index_of(const Position& p) const {
        const Men men{p.black - p.kings, p.white - p.kings};
        const std::uint32_t free = (~(men.black | men.white)).bits();
        const auto rank = [free](Bitboard kings) {
            return colex_rank_of<Isa>(static_cast<std::uint32_t>(pext<Isa>(kings.bits(), free)));
        };
        const std::uint64_t configuration = men_.template number_of<Isa>(men);
        return (configuration * waiting_sets_ + rank(p.enemy() & p.kings)) * moving_sets_ +
               rank(p.own() & p.kings);
    }

    // Nothing where kings share a square.  REQUIRES: index < size().
    std::optional<Position> position_of(Index index) const;

private:
    Material material_;
    Side to_move_;
    MenIndex men_;
    std::uint64_t moving_sets_;
    std::uint64_t waiting_sets_;
};

}  // namespace deepwell::egdb
