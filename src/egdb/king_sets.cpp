#include "egdb/king_sets.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "egdb/binomial.h"

namespace deepwell::egdb {

KingSets::KingSets(int squares, int kings)
    : squares_(squares), kings_(kings), words_(words_for(binomial(squares, kings))) {
    const std::uint64_t count = binomial(squares, kings);
    sets_.reserve(count);
    masks_.assign((static_cast<std::size_t>(squares) + 1) * words_, 0);
    std::uint64_t set = (std::uint64_t{1} << kings) - 1;
    for (std::uint64_t rank = 0; rank < count; ++rank) {
        sets_.push_back(static_cast<std::uint32_t>(set));
        const Word bit = Word{1} << (rank % 64);
        for (std::uint64_t rest = set; rest != 0; rest &= rest - 1) {
            const auto square = static_cast<std::size_t>(std::countr_zero(rest));
            masks_[square * words_ + rank / 64] |= bit;
        }
        masks_[static_cast<std::size_t>(squares) * words_ + rank / 64] |= bit;
        if (kings > 0) set = next_set(set);
    }
}

void mark(const KingSets& sets,
          std::uint32_t free,
          std::uint32_t present,
          std::uint32_t absent,
          Word* out) {
    const auto mask_of = [&](std::uint32_t squares) {
        return sets.with(std::popcount(free & ((squares & (0 - squares)) - 1)));
    };
    std::copy_n(sets.all(), sets.words(), out);
    for (std::uint32_t rest = present; rest != 0; rest &= rest - 1) {
        const Word* with = mask_of(rest);
        for (std::size_t i = 0; i < sets.words(); ++i) out[i] &= with[i];
    }
    for (std::uint32_t rest = absent; rest != 0; rest &= rest - 1) {
        const Word* with = mask_of(rest);
        for (std::size_t i = 0; i < sets.words(); ++i) out[i] &= ~with[i];
    }
}

const KingSets& king_sets(int squares, int kings) {
    struct Cell {
        std::once_flag made;
        std::unique_ptr<KingSets> sets;
    };
    static std::array<std::array<Cell, MaxPieces + 1>, MaxSquares + 1> cells;
    Cell& cell = cells[static_cast<std::size_t>(squares)][static_cast<std::size_t>(kings)];
    std::call_once(cell.made, [&] { cell.sets = std::make_unique<KingSets>(squares, kings); });
    return *cell.sets;
}

}  // namespace deepwell::egdb
