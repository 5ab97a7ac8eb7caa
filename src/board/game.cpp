#include "board/game.h"

#include "board/movegen.h"

namespace deepwell {

const char* describe(OutcomeReason reason) {
    switch (reason) {
        case OutcomeReason::None:
            return "the game goes on";
        case OutcomeReason::NoPieces:
            return "no pieces left";
        case OutcomeReason::NoMoves:
            return "no legal move";
        case OutcomeReason::Repetition:
            return "third repetition";
        case OutcomeReason::NoProgress:
            return "40 moves a side without progress";
    }
    __builtin_unreachable();
}

void Game::play(const Move& move) {
    const bool progress = move.is_jump() || !position().kings.contains(move.from);
    quiet_plies_.push_back(progress ? 0 : quiet_plies() + 1);
    positions_.push_back(deepwell::play(position(), move));
    moves_.push_back(move);
}

bool Game::undo() {
    if (moves_.empty()) return false;
    positions_.pop_back();
    moves_.pop_back();
    quiet_plies_.pop_back();
    return true;
}

int Game::occurrences() const {
    // Only positions since the last progress can be equal to the current one.
    const std::size_t last = positions_.size() - 1;
    int count = 1;
    for (int back = 2; back <= quiet_plies(); back += 2)
        count += positions_[last - static_cast<std::size_t>(back)] == position();
    return count;
}

GameState Game::state() const {
    const bool black_to_move = position().side == Side::Black;
    const Outcome lost = black_to_move ? Outcome::WhiteWins : Outcome::BlackWins;
    if (position().own().is_empty()) return {lost, OutcomeReason::NoPieces};
    if (legal_moves(position()).empty()) return {lost, OutcomeReason::NoMoves};
    if (occurrences() >= RepetitionLimit) return {Outcome::Draw, OutcomeReason::Repetition};
    if (quiet_plies() >= QuietPlyLimit) return {Outcome::Draw, OutcomeReason::NoProgress};
    return {};
}

}  // namespace deepwell
