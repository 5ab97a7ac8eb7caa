// KingMoves: the quiet moves of every king set over a men configuration.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "egdb/binomial.h"
#include "egdb/board_steps.h"
#include "egdb/king_sets.h"

namespace deepwell::egdb {

struct KingMove {
    std::uint32_t row;     // the set it leads to
    std::uint32_t square;  // the number of the free square it goes to
};

class KingMoves {
public:
    // Kings of the opponent are left out of account: they may stand in the way.
    void list(const KingSets& sets, SquareSet free) {
        number_free_squares(free);
        first_.clear();
        moves_.clear();
        for (std::uint32_t r = 0; r < sets.count(); ++r) {
            first_.push_back(static_cast<std::uint32_t>(moves_.size()));
            add_moves_of(sets.set(r));
        }
        first_.push_back(static_cast<std::uint32_t>(moves_.size()));
    }

    std::span<const KingMove> of(std::uint32_t row) const {
        return {moves_.data() + first_[row], first_[row + 1] - first_[row]};
    }

private:
    void number_free_squares(SquareSet free) {
        for (SquareSet rest = free; rest != 0; rest &= rest - 1) {
            const std::uint8_t square = lowest(rest);
            auto& row = neighbours_[static_cast<std::size_t>(number_in(free, square))];
            for (std::size_t d = 0; d < 4; ++d) {
                const std::uint8_t to = step(square, d);
                const bool is_free = to != NoSquare && (free & bit(to)) != 0;
                row[d] = is_free ? static_cast<std::uint8_t>(number_in(free, to)) : NoSquare;
            }
        }
    }

    void add_moves_of(std::uint32_t set) {
        for (std::uint32_t rest = set; rest != 0; rest &= rest - 1)
            for (const std::uint8_t to : neighbours_[lowest(rest)]) {
                if (to == NoSquare || (set & bit(to)) != 0) continue;
                const std::uint32_t after = (set & ~bit(lowest(rest))) | bit(to);
                moves_.push_back({static_cast<std::uint32_t>(colex_rank(after)), to});
            }
    }

    std::array<std::array<std::uint8_t, 4>, SquareCount> neighbours_{};  // by number among free
    std::vector<std::uint32_t> first_;  // move of each row, and the end
    std::vector<KingMove> moves_;
};

}  // namespace deepwell::egdb
