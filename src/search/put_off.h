// PutOff: moves that wait until the others are done, for another thread is at them, and where they
// stood.

#pragma once

#include <array>
#include <cstdint>

#include "board/move.h"

namespace deepwell::search {

class PutOff {
public:
    std::size_t size() const { return moves_.size(); }
    const Move& move(std::size_t i) const { return moves_[i]; }
    std::size_t index(std::size_t i) const { return indices_[i]; }
    void add(const Move& move, std::size_t index) {
        indices_[moves_.size()] = static_cast<std::uint8_t>(index);
        moves_.push_back(move);
    }

private:
    MoveList moves_;
    std::array<std::uint8_t, MoveList::Capacity> indices_;  // left as it is until written
};

}  // namespace deepwell::search
