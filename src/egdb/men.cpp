#include "egdb/men.h"

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

constexpr Bitboard BlackMenSquares = ~king_row(Side::Black);

}  // namespace

MenIndex::MenIndex(int black_men, int white_men) : black_men_(black_men), white_men_(white_men) {
    const std::uint64_t placements = binomial(BlackMenSquares.count(), black_men);
    offsets_.reserve(placements + 1);
    offsets_.push_back(0);
    std::uint64_t set = (std::uint64_t{1} << black_men) - 1;
    for (std::uint64_t i = 0; i < placements; ++i) {
        const Bitboard black(static_cast<std::uint32_t>(set));
        offsets_.push_back(offsets_.back() + binomial(room_for_white(black).count(), white_men));
        if (black_men > 0) set = next_set(set);
    }
}

int advancement(const Men& men) {
    int sum = 0;
    for (const Square square : men.black) sum += square.row();
    for (const Square square : men.white) sum += BoardSize - 1 - square.row();
    return sum;
}

}  // namespace deepwell::egdb
