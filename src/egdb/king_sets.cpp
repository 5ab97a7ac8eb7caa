#include "egdb/king_sets.h"

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

const KingSets& king_sets(int squares, int kings) {
    struct Place {
        std::once_flag made;
        std::unique_ptr<KingSets> sets;
    };
    static std::array<std::array<Place, MaxPieces + 1>, MaxSquares + 1> cells;
    Place& cell = cells[static_cast<std::size_t>(squares)][static_cast<std::size_t>(kings)];
    std::call_once(cell.made, [&] { cell.sets = std::make_unique<KingSets>(squares, kings); });
    return *cell.sets;
}

}  // namespace deepwell::egdb
