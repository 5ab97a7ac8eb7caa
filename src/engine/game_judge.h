// Judging a game: what every move was worth against the best one.

#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "board/game.h"
#include "engine/search.h"

namespace deepwell::engine {

enum class Verdict { Good, Dubious, Mistake, Blunder };

// A score and, where it is certain, the value; for the side that is to move.
struct Worth {
    Score score = 0;
    std::optional<Wdl> proven;
};

struct JudgedMove {
    Move move;
    search::SearchResult best;  // of the position in which it was played
    Worth worth;                // of the move, for the side that made it
    Verdict verdict = Verdict::Good;

    Worth best_worth() const { return {best.score, best.proven}; }
};

// How bad it is to get `played` where `best` was to be had.  What is certain counts by its value
// alone; otherwise by hundredths of a man, and nothing is marked in games that are as good as over.
Verdict verdict_of(const Worth& best, const Worth& played);

// The worth of a move, from that of the position after it.
Worth seen_by_mover(const Worth& after);

// Judges the moves in their order, each with one or two searches under the limits, and reports each
// as it comes.  Ends early when a stop is requested.
std::vector<JudgedMove> judge_game(Search& search,
                                   const Game& game,
                                   const search::Limits& limits,
                                   const std::stop_token& stop,
                                   const std::function<void(const JudgedMove&)>& on_judged = {});

}  // namespace deepwell::engine
