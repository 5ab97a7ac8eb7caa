#include "proof/forced_line.h"

#include <algorithm>
#include <unordered_set>

#include "board/movegen.h"

namespace deepwell::proof {

namespace {

constexpr std::size_t MostMoves = 32;

}  // namespace

ForcedLine::ForcedLine(const Position& root, const std::function<bool(const Position&)>& is_end)
    : positions_{root} {
    while (moves_.size() < MostMoves && !is_end(end())) {
        const MoveList moves = legal_moves(end());
        if (moves.size() != 1) return;
        const Position next = play(end(), moves[0]);
        if (std::find(positions_.begin(), positions_.end(), next) != positions_.end()) return;
        moves_.push_back(moves[0]);
        positions_.push_back(next);
    }
}

void ForcedLine::lift(ShownAnswer& shown) const {
    if (is_empty() || !shown.is_written || shown.answer == Answer::Unknown) return;
    const bool wins = shown.answer == Answer::Yes;
    const Side chooser = wins ? shown.attacker : other(shown.attacker);
    std::unordered_set<Position, PositionHash> recorded;
    std::uint32_t rank = 0;
    for (const ProofRecord& record : shown.records) {
        recorded.insert(record.position);
        rank = std::max(rank, record.rank);
    }
    for (std::size_t i = moves_.size(); i-- > 0;)
        if (positions_[i].side == chooser && !recorded.contains(positions_[i]))
            shown.records.push_back({positions_[i], positions_[i + 1], wins ? ++rank : 0});
}

}  // namespace deepwell::proof
