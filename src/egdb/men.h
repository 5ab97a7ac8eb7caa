// MenIndex: numbers the placements of men of a material, and sorts them into layers.
//
// A placement of the men of both sides, none on its king row, is a men configuration.  King moves
// never leave it; a step of a man raises its advancement by one, so a configuration depends only
// on layers of higher advancement, on materials with fewer men, and on fewer pieces.
//
//     number = offset[rank of Black's men] + rank of White's men among the squares left to them

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board/bitboard.h"
#include "egdb/bit_rows.h"

namespace deepwell::egdb {

struct Men {
    Bitboard black;
    Bitboard white;
    bool operator==(const Men&) const = default;
};

class MenIndex {
public:
    MenIndex(int black_men, int white_men);

    std::uint64_t size() const { return offsets_.back(); }

    // REQUIRES: the numbers of men are those of this index.
    template <class Isa = Portable>
    std::uint64_t number_of(const Men& men) const {
        const std::uint32_t room = room_for_white(men.black).bits();
        const auto white = static_cast<std::uint32_t>(pext<Isa>(men.white.bits(), room));
        return offsets_[colex_rank_of<Isa>(men.black.bits())] + colex_rank_of<Isa>(white);
    }
    template <class Isa = Portable>
    Men men_of(std::uint64_t number) const {
        std::uint64_t black_rank = 0;
        return men_near<Isa>(number, black_rank);
    }
    // The same for numbers that rise one by one or nearly so: `black_rank`, 0 at first, remembers
    // where the last one was.
    template <class Isa>
    Men men_near(std::uint64_t number, std::uint64_t& black_rank) const {
        if (number < offsets_[black_rank] || number >= offsets_[black_rank + 1])
            black_rank = black_rank_of(number);
        const Bitboard black(black_sets_[black_rank]);
        const std::uint32_t white = white_sets_[number - offsets_[black_rank]];
        return {
            black,
            Bitboard(static_cast<std::uint32_t>(pdep<Isa>(white, room_for_white(black).bits())))};
    }

    // visit(number, men) for the configurations from `begin` to before `end`, in order.
    template <class Visit>
    void for_each_in(std::uint64_t begin, std::uint64_t end, const Visit& visit) const {
        std::uint64_t rank = 0;
        for (std::uint64_t number = begin; number < end; ++number)
            visit(number, men_near<Portable>(number, rank));
    }

    // All configurations in the order of their numbers.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for_each_in(0, size(), [&](std::uint64_t, const Men& men) { visit(men); });
    }

private:
    std::uint64_t black_rank_of(std::uint64_t number) const {
        const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), number);
        return static_cast<std::uint64_t>(after - offsets_.begin()) - 1;
    }
    static Bitboard room_for_white(Bitboard black) { return ~king_row(Side::White) - black; }
    std::vector<std::uint64_t> offsets_;     // one more than placements of Black's men
    std::vector<std::uint32_t> black_sets_;  // by rank
    std::vector<std::uint32_t> white_sets_;  // by rank, on the squares left to White
};

// Steps the men have made since their first rows, both sides together.
int advancement(const Men& men);

}  // namespace deepwell::egdb
