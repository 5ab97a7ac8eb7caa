#include "egdb/index.h"

namespace deepwell::egdb {

MaterialIndex::MaterialIndex(const Material& material, Side to_move)
    : material_(material),
      to_move_(to_move),
      men_(material.black.men, material.white.men),
      moving_sets_(binomial(free_squares(), material.of(to_move).kings)),
      waiting_sets_(binomial(free_squares(), material.of(other(to_move)).kings)) {}

std::optional<Position> MaterialIndex::position_of(Index index) const {
    const std::uint64_t moving_rank = index % moving_sets_;
    const std::uint64_t rest = index / moving_sets_;
    const Men men = men_.men_of(rest / waiting_sets_);
    const std::uint32_t free = (~(men.black | men.white)).bits();
    const auto kings_of = [&](std::uint64_t rank, Side side) {
        return Bitboard(scatter(colex_set(rank, free_squares(), material_.of(side).kings), free));
    };
    const Bitboard moving = kings_of(moving_rank, to_move_);
    const Bitboard waiting = kings_of(rest % waiting_sets_, other(to_move_));
    if (!(moving & waiting).is_empty()) return std::nullopt;
    const bool black_moves = to_move_ == Side::Black;
    return Position{men.black | (black_moves ? moving : waiting),
                    men.white | (black_moves ? waiting : moving),
                    moving | waiting,
                    to_move_};
}

}  // namespace deepwell::egdb
