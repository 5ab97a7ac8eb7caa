// RawValues: all values up to some pieces in memory, two bits each, jumps included.
//
// Nothing has to be decoded, played out or derived: the fastest way to ask, for those who have the
// memory (some 700 MB up to 6 pieces).  Thread rule: any number of threads.

#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "board/wdl.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

class RawValues {
public:
    // Reads the raw files of the directory (egdb build --raw); what is not there is solved anew.
    RawValues(const std::filesystem::path& directory, int pieces, int threads);

    int pieces() const { return pieces_; }

    // REQUIRES: both sides have pieces, and at most pieces() in all.
    template <class Isa>
    Wdl value(const Position& position) const {
        const auto count = [](Bitboard set) { return __builtin_popcount(set.bits()); };
        const Material material{
            {count(position.black & position.kings), count(position.black - position.kings)},
            {count(position.white & position.kings), count(position.white - position.kings)}};
        return is_canonical(material) ? value_in_table<Isa>(material, position)
                                      : value_in_table<Isa>(material.turned(), turned(position));
    }

private:
    static constexpr int MostPieces = 8;
    static constexpr std::size_t slot_of(const Material& m) {
        std::size_t slot = 0;
        for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
            slot = slot * MostPieces + static_cast<std::size_t>(count);
        return slot;
    }

    void solve(const std::vector<Material>& missing, int threads);

    template <class Isa>
    Wdl value_in_table(const Material& material, const Position& p) const {
        const RawTable& table = *tables_[slot_of(material)];
        const Men men{p.black - p.kings, p.white - p.kings};
        const std::uint32_t free = (~(men.black | men.white)).bits();
        const auto rank = [free](Bitboard kings) {
            return colex_rank_of<Isa>(static_cast<std::uint32_t>(pext<Isa>(kings.bits(), free)));
        };
        const RawTable::Half& half = table.half(p.side);
        const std::uint64_t bit =
            rank(p.enemy() & p.kings) * half.columns + rank(p.own() & p.kings);
        const std::uint64_t byte = table.men().template number_of<Isa>(men) * half.stride + bit / 8;
        const int win = half.win[byte] >> bit % 8 & 1;
        const int loss = half.loss[byte] >> bit % 8 & 1;
        return static_cast<Wdl>(win - loss);
    }

    int pieces_;
    RawStore store_;
    std::vector<const RawTable*> tables_;  // by slot_of, canonical materials
};

}  // namespace deepwell::egdb
