// ForcedLine: where there is only one legal move, a position is worth what lies behind it.
//
//     root --only move--> p --only move--> the first position with a choice, which is proven
//
// So its pieces, not those of the root, say how to prove it, and what is shown of it is shown of
// the root with one record more for each position in which the side that chooses had no choice.

#pragma once

#include <functional>
#include <vector>

#include "proof/extraction.h"

namespace deepwell::proof {

class ForcedLine {
public:
    // Ends early where `is_end`, after some dozen plies, and before a position comes again.
    ForcedLine(const Position& root, const std::function<bool(const Position&)>& is_end);

    const Position& end() const { return positions_.back(); }
    const std::vector<Move>& moves() const { return moves_; }
    bool is_empty() const { return moves_.empty(); }
    // The other side is to move at the end.
    bool turns() const { return moves_.size() % 2 != 0; }

    // From the end to the root.
    void lift(ShownAnswer& shown) const;

private:
    std::vector<Position> positions_;
    std::vector<Move> moves_;
};

}  // namespace deepwell::proof
