#include "egdb/men.h"

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

constexpr Bitboard BlackMenSquares = ~king_row(Side::Black);

std::vector<std::uint32_t> all_sets(int squares, int size) {
    std::vector<std::uint32_t> sets(binomial(squares, size));
    std::uint64_t set = (std::uint64_t{1} << size) - 1;
    for (std::uint32_t& place : sets) {
        place = static_cast<std::uint32_t>(set);
        if (size > 0) set = next_set(set);
    }
    return sets;
}

}  // namespace

MenIndex::MenIndex(int black_men, int white_men)
    : black_sets_(all_sets(BlackMenSquares.count(), black_men)),
      white_sets_(all_sets(room_for_white({}).count(), white_men)) {
    offsets_.reserve(black_sets_.size() + 1);
    offsets_.push_back(0);
    for (const std::uint32_t set : black_sets_) {
        const int room = room_for_white(Bitboard(set)).count();
        offsets_.push_back(offsets_.back() + binomial(room, white_men));
    }
}

int advancement(const Men& men) {
    int sum = 0;
    for (const Square square : men.black) sum += square.row();
    for (const Square square : men.white) sum += BoardSize - 1 - square.row();
    return sum;
}

}  // namespace deepwell::egdb
