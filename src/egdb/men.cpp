#include "egdb/men.h"

#include <algorithm>

#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

constexpr Bitboard BlackMenSquares = ~king_row(Side::Black);
constexpr Bitboard WhiteMenSquares = ~king_row(Side::White);
constexpr int HomeSquares = king_row(Side::White).count();

int white_room(Bitboard black) {
    return (WhiteMenSquares - black).count();
}

}  // namespace

MenIndex::MenIndex(int black_men, int white_men) : black_men_(black_men), white_men_(white_men) {
    const std::uint64_t placements = binomial(BlackMenSquares.count(), black_men);
    offsets_.reserve(placements + 1);
    offsets_.push_back(0);
    std::uint64_t set = (std::uint64_t{1} << black_men) - 1;
    for (std::uint64_t i = 0; i < placements; ++i) {
        const Bitboard black(static_cast<std::uint32_t>(set));
        offsets_.push_back(offsets_.back() + binomial(white_room(black), white_men));
        if (black_men > 0) set = next_set(set);
    }
}

std::uint64_t MenIndex::rank_low(Bitboard black) {
    return colex_rank(black.bits());
}

std::uint64_t MenIndex::rank_white(const Men& men) {
    std::uint64_t rank = 0;
    int i = 1;
    // The number of a square among those left to White: squares below it, less Black's men there,
    // less White's king row where no man of White stands.
    for (std::uint32_t rest = men.white.bits(); rest != 0; rest &= rest - 1, ++i) {
        const int square = std::countr_zero(rest);
        const std::uint32_t below = (std::uint32_t{1} << square) - 1;
        const int taken = std::popcount((men.black & WhiteMenSquares).bits() & below);
        rank += binomial(square - HomeSquares - taken, i);
    }
    return rank;
}

Men MenIndex::men_of(std::uint64_t number) const {
    const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), number);
    const auto black_rank = static_cast<std::uint64_t>(after - offsets_.begin()) - 1;
    const Bitboard black(colex_set(black_rank, BlackMenSquares.count(), black_men_));
    const Bitboard room = WhiteMenSquares - black;
    const std::uint32_t packed = colex_set(number - offsets_[black_rank], room.count(), white_men_);
    return {black, Bitboard(scatter(packed, room.bits()))};
}

int advancement(const Men& men) {
    int sum = 0;
    for (const Square square : men.black) sum += square.row();
    for (const Square square : men.white) sum += BoardSize - 1 - square.row();
    return sum;
}

}  // namespace deepwell::egdb
