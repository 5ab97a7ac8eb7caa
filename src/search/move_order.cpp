#include "search/move_order.h"

#include <algorithm>
#include <cstdlib>

namespace deepwell::search {

namespace {

constexpr int TableRank = 1 << 24;
constexpr int KillerRank = 1 << 20;
constexpr int CapturedRank = 4;  // each piece; a king counts one more

}  // namespace

void MoveOrder::rank(RankedMoves& moves,
                     const Position& position,
                     MoveCode from_table,
                     int ply) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = moves[i];
        const MoveCode code(move);
        int& rank = moves.rank(i);
        if (code == from_table)
            rank = TableRank;
        else if (move.is_jump())
            rank = CapturedRank * move.captured.count() + (move.captured & position.kings).count();
        else if (params_.killers && code == killers[0])
            rank = KillerRank + 1;
        else if (params_.killers && code == killers[1])
            rank = KillerRank;
        else
            rank = params_.history ? history(move, position.side) : 0;
    }
}

void MoveOrder::learn(std::span<const Move> tried, Side side, int depth, int ply) {
    const Move& best = tried.back();
    if (best.is_jump()) return;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != MoveCode(best)) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    const int amount = std::min(depth * depth * 8, 2048);
    credit(best, side, amount);
    if (!params_.history_malus) return;
    for (const Move& move : tried.first(tried.size() - 1)) credit(move, side, -amount);
}

// The nearer to the end of the scale, the less it moves.
void MoveOrder::credit(const Move& move, Side side, int amount) {
    std::int16_t& value = history_[slot(move, side)];
    value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / MaxHistory);
}

void MoveOrder::clear() {
    history_.fill(0);
    killers_.fill({});
}

void MoveOrder::new_search() {
    for (auto& value : history_) value = static_cast<std::int16_t>(value / 2);
    killers_.fill({});
}

}  // namespace deepwell::search
