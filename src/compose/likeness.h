// Likeness: when two problems are so near to each other that one of them is enough.

#pragma once

#include <vector>

#include "board/position.h"

namespace deepwell::compose {

// The position with White to move, turned if need be.
Position white_to_move(const Position& position);

// Equal, also when one is turned, or all pieces but one stand on the same squares.
bool are_alike(const Position& a, const Position& b);

// Positions of which no two are alike.
class Collection {
public:
    bool has_one_like(const Position& position) const;
    void add(const Position& position) { positions_.push_back(white_to_move(position)); }

private:
    std::vector<Position> positions_;
};

}  // namespace deepwell::compose
