// Game: the positions so far.  Repetition and lack of progress are known here and nowhere else.

#pragma once

#include <cstddef>
#include <vector>

#include "board/move.h"
#include "board/position.h"

namespace deepwell {

enum class Outcome { Open, BlackWins, WhiteWins, Draw };
enum class OutcomeReason { None, NoPieces, NoMoves, Repetition, NoProgress };

struct GameState {
    Outcome outcome = Outcome::Open;
    OutcomeReason reason = OutcomeReason::None;
    bool operator==(const GameState&) const = default;
};

// A fragment of a sentence for people: "no pieces left", "third repetition", ...
const char* describe(OutcomeReason reason);

class Game {
public:
    // Draw when a position, with the same side to move, occurs for the third time.
    static constexpr int RepetitionLimit = 3;
    // Draw after 40 moves a side in which no man moved and nothing was captured.
    static constexpr int QuietPlyLimit = 80;

    explicit Game(const Position& initial = Position::start()) : positions_{initial} {}

    const Position& initial() const { return positions_.front(); }
    const Position& position() const { return positions_.back(); }
    const std::vector<Position>& positions() const { return positions_; }
    const std::vector<Move>& moves() const { return moves_; }

    // REQUIRES: the move is legal.  Playing on after a draw is allowed, as it is at the board.
    void play(const Move& move);
    // Takes the last move back; false if there is none.
    bool undo();

    // How often the current position has occurred, this time included.
    int occurrences() const;
    // Plies since the last capture or move of a man.
    int quiet_plies() const { return quiet_plies_.empty() ? 0 : quiet_plies_.back(); }

    GameState state() const;

private:
    std::vector<Position> positions_;  // one more than moves
    std::vector<Move> moves_;
    std::vector<int> quiet_plies_;  // after each move
};

}  // namespace deepwell
