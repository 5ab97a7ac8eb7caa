// Line: moves from a position on, without allocation.

#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "board/move.h"
#include "search/search_score.h"

namespace deepwell::search {

class Line {
public:
    void clear() { size_ = 0; }
    // `first`, then what follows.
    void set(const Move& first, const Line& rest) {
        moves_[0] = first;
        size_ = std::min(rest.size_ + 1, moves_.size());
        std::copy_n(rest.moves_.begin(), size_ - 1, moves_.begin() + 1);
    }
    std::span<const Move> moves() const { return {moves_.data(), size_}; }

private:
    std::size_t size_ = 0;
    std::array<Move, MaxPly> moves_;
};

}  // namespace deepwell::search
