// Limits: when a search is to end and what it is to look at.  All that are given hold at once.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "board/move.h"
#include "eval/score.h"

namespace deepwell::search {

using Milliseconds = std::chrono::milliseconds;

// A leaning towards a move, or away from it.
struct MoveBonus {
    Move move;
    Score bonus = 0;
};

struct Limits {
    std::optional<int> depth;            // plies
    std::optional<std::uint64_t> nodes;  // of all threads together
    std::optional<Milliseconds> move_time;
    // The clock of the side to move: what is left, what each move adds, and how many moves it must
    // last for (0: the rest of the game).
    std::optional<Milliseconds> remaining;
    Milliseconds increment{0};
    int moves_to_go = 0;
    // Goes on until it is stopped, even when there is nothing more to find.
    bool infinite = false;
    // As infinite, until a stop is requested of `ponder_hit`, from any thread: then the clock
    // starts.  A hit from before the search has begun counts.
    bool ponder = false;
    std::stop_token ponder_hit;

    // The score matters, not only the move: an only move is searched like any other, where without
    // this a limit of time lets it be played at once, and strokes are looked for (SearchParams).
    bool wants_score = false;
    // A win or a loss is all that is looked for: the search ends when it has seen one.
    bool until_decided = false;
    // Draws, but those by many plies without progress, count as wins of this side: a decided score
    // says that it is safe, or that it is lost.
    // Repetition counts as well, and that holds on its path alone: so it is a conjecture.
    std::optional<Side> safe_side;
    unsigned safety_keys = 0;  // searches for safety with another number know nothing of this one
    // Goes on where the search before has left off: what that one knows is not old.
    bool is_continued = false;

    std::vector<Move> search_moves;  // only these at the root; none: all
    int multi_pv = 1;                // that many best moves
    // Moves of the root that are preferred by so much, as long as nobody is seen to win.  Scores
    // are told without it.
    std::vector<MoveBonus> bonuses;
};

}  // namespace deepwell::search
