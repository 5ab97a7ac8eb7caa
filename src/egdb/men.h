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
        const std::uint64_t rank = black_rank_of(number);
        const Bitboard black(colex_set(rank, SquareCount, black_men_));
        const std::uint32_t room = room_for_white(black).bits();
        const std::uint32_t white = colex_set(number - offsets_[rank], SquareCount, white_men_);
        return {black, Bitboard(static_cast<std::uint32_t>(pdep<Isa>(white, room)))};
    }

    // visit(number, men) for the configurations from `begin` to before `end`, in order.
    template <class Visit>
    void for_each_in(std::uint64_t begin, std::uint64_t end, const Visit& visit) const {
        if (begin >= end) return;
        std::uint64_t rank = black_rank_of(begin);
        std::uint64_t black = colex_set(rank, SquareCount, black_men_);
        std::uint64_t white = colex_set(begin - offsets_[rank], SquareCount, white_men_);
        for (std::uint64_t number = begin; number < end; ++rank) {
            const Bitboard black_men(static_cast<std::uint32_t>(black));
            const std::uint32_t room = room_for_white(black_men).bits();
            for (; number < std::min(end, offsets_[rank + 1]); ++number) {
                const std::uint32_t white_men = scatter(static_cast<std::uint32_t>(white), room);
                visit(number, Men{black_men, Bitboard(white_men)});
                if (white_men_ > 0) white = next_set(white);
            }
            white = first_set(white_men_);
            if (black_men_ > 0) black = next_set(black);
        }
    }

    // All configurations in the order of their numbers.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for_each_in(0, size(), [&](std::uint64_t, const Men& men) { visit(men); });
    }

private:
    static std::uint64_t first_set(int size) { return (std::uint64_t{1} << size) - 1; }
    std::uint64_t black_rank_of(std::uint64_t number) const {
        const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), number);
        return static_cast<std::uint64_t>(after - offsets_.begin()) - 1;
    }
    static Bitboard room_for_white(Bitboard black) { return ~king_row(Side::White) - black; }
    int black_men_;
    int white_men_;
    std::vector<std::uint64_t> offsets_;  // one more than placements of Black's men
};

// Steps the men have made since their first rows, both sides together.
int advancement(const Men& men);

}  // namespace deepwell::egdb
