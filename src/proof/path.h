// Path: the positions between the root of a search and where it stands, to notice repetitions.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "board/position.h"

namespace deepwell::proof {

class Path {
public:
    static constexpr int MaxDepth = 1000;

    int depth() const { return static_cast<int>(positions_.size()); }

    // REQUIRES: depth() < MaxDepth and the position is not on the path.
    void push(const Position& position) {
        std::size_t slot = slot_of(position);
        while (slots_[slot] != 0) slot = (slot + 1) % Slots;
        positions_.push_back(position);
        places_.push_back(slot);
        slots_[slot] = static_cast<std::uint16_t>(positions_.size());
    }
    // The last one pushed; so no other lies behind it in the row of its slot.
    void pop() {
        slots_[places_.back()] = 0;
        places_.pop_back();
        positions_.pop_back();
    }

    // How many plies from the root the position stands, if it is on the path.
    std::optional<int> find(const Position& position) const {
        for (std::size_t slot = slot_of(position); slots_[slot] != 0; slot = (slot + 1) % Slots)
            if (positions_[slots_[slot] - 1U] == position) return slots_[slot] - 1;
        return std::nullopt;
    }

private:
    static constexpr std::size_t Slots = 4096;
    static std::size_t slot_of(const Position& position) { return hash_of(position) >> 52; }

    std::vector<Position> positions_;
    std::vector<std::size_t> places_;
    std::array<std::uint16_t, Slots> slots_{};  // 1 + index in positions_
};

}  // namespace deepwell::proof
