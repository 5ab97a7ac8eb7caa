// RawValues: all values up to some pieces in memory, two bits each, jumps included.
//
// Nothing has to be decoded, played out or derived: the fastest way to ask, for those who have the
// memory (some 850 MB up to 6 pieces).  Both bits of a value lie side by side, and all tables in
// one piece of memory with large pages: one access gives a value.
//
// Thread rule: any number of threads.

#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/zeroed_array.h"
#include "board/wdl.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

class RawValues {
public:
    // Reads the raw files of the directory (egdb build --raw); what is not there is solved anew.
    RawValues(const std::filesystem::path& directory, int pieces, int threads);

    int pieces() const { return pieces_; }

    // Where a value is: whoever needs many may prefetch them.
    struct Place {
        const std::uint8_t* byte = nullptr;
        unsigned shift = 0;
        Wdl value() const {
            const int bits = *byte >> shift;
            return static_cast<Wdl>((bits & 1) - (bits >> 1 & 1));
        }
    };

    // REQUIRES: both sides have pieces, and at most pieces() in all.
    template <class Isa>
    Place place_of(const Position& position) const {
        const auto count = [](Bitboard set) { return __builtin_popcount(set.bits()); };
        const Material material{
            {count(position.black & position.kings), count(position.black - position.kings)},
            {count(position.white & position.kings), count(position.white - position.kings)}};
        return is_canonical(material) ? place_in_table<Isa>(material, position)
                                      : place_in_table<Isa>(material.turned(), turned(position));
    }

private:
    static constexpr int MostPieces = 8;
    static constexpr std::size_t slot_of(const Material& m) {
        std::size_t slot = 0;
        for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
            slot = slot * MostPieces + static_cast<std::size_t>(count);
        return slot;
    }

    // The matrices of one side to move, as in RawTable, but with four values to a byte.
    struct Half {
        const std::uint8_t* values = nullptr;
        std::uint64_t columns = 0;
        std::uint64_t stride = 0;  // values per configuration
    };
    struct Table {
        const MenIndex* men = nullptr;
        Half halves[2];
    };

    template <class Isa>
    Place place_in_table(const Material& material, const Position& p) const {
        const Table& table = tables_[slot_of(material)];
        const Men men{p.black - p.kings, p.white - p.kings};
        const std::uint32_t free = (~(men.black | men.white)).bits();
        const auto rank = [free](Bitboard kings) {
            return colex_rank_of<Isa>(static_cast<std::uint32_t>(pext<Isa>(kings.bits(), free)));
        };
        const Half& half = table.halves[static_cast<std::size_t>(p.side)];
        const std::uint64_t cell = table.men->template number_of<Isa>(men) * half.stride +
                                   rank(p.enemy() & p.kings) * half.columns +
                                   rank(p.own() & p.kings);
        return {half.values + cell / 4, static_cast<unsigned>(cell % 4 * 2)};
    }

    RawStore solved_or_read(const std::filesystem::path& directory, int threads) const;
    const MenIndex* men_index(const Material& material);
    std::uint8_t* pack(const RawTable::Half& from, Half& to, std::uint8_t* room) const;

    int pieces_;
    ZeroedArray<std::uint8_t> memory_;
    std::vector<std::unique_ptr<MenIndex>> men_;
    std::vector<Table> tables_;  // by slot_of, canonical materials
};

}  // namespace deepwell::egdb
