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
    const int amount = std::min(depth * depth * 8, 2048);
    credit(best, side, amount, arrival);
    if (!params_.history_malus) return;
    for (const Move& move : tried.first(tried.size() - 1)) credit(move, side, -amount, arrival);
}

// The nearer to the end of the scale, the less it moves.
void MoveOrder::credit(const Move& move, Side side, int amount, const Arrival& arrival) {
    const auto change = [&](std::int16_t& value) {
        value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / MaxHistory);
    };
    change(history_[slot(move, side)]);
    if (!params_.continuation) return;
    change(after_last_[arrival.last_][step_of(move)]);
    change(after_last_but_one_[arrival.last_but_one_][step_of(move)]);
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
