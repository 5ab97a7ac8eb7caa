#include "search/move_order.h"

#include <algorithm>
#include <cstdlib>

namespace deepwell::search {

void MoveOrder::learn(
    std::span<const Move> tried, Side side, int depth, int ply, const Arrival& arrival) {
    const Move& best = tried.back();
    if (best.is_jump()) return;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != MoveCode(best)) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    const int reward = std::min(depth * depth * 8, 2048);
    const bool wide = looks_back(depth);
    for (const Move& move : tried) {
        const bool is_best = &move == &best;
        if (!is_best && !params_.history_malus) continue;
        const int amount = is_best ? reward : -reward;
        credit(history_[slot(move, side)], amount);
        if (!wide) continue;
        credit(after_last_[arrival.last_][step_of(move)], amount);
        credit(after_last_but_one_[arrival.last_but_one_][step_of(move)], amount);
    }
}

// The nearer to the end of the scale, the less it moves.
void MoveOrder::credit(std::int16_t& history, int amount) {
    history = static_cast<std::int16_t>(history + amount - history * std::abs(amount) / MaxHistory);
}

void MoveOrder::clear() {
    history_.fill(0);
    after_last_ = {};
    after_last_but_one_ = {};
    killers_.fill({});
}

void MoveOrder::new_search() {
    for (auto& value : history_) value = static_cast<std::int16_t>(value / 2);
    killers_.fill({});
}

}  // namespace deepwell::search
