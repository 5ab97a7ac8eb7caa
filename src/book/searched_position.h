// What a long search said of a position: its moves with a score each.

#pragma once

#include <vector>

#include "board/move.h"
#include "board/position.h"
#include "eval/score.h"

namespace deepwell::book {

struct ScoredMove {
    Move move;
    Score score = 0;  // for the side that makes it (search/search_score.h)
    bool operator==(const ScoredMove&) const = default;
};

struct SearchedPosition {
    Position position;              // Black to move
    std::vector<ScoredMove> moves;  // the best first, none above it
    int depth = 0;                  // of the search for the best move
    bool operator==(const SearchedPosition&) const = default;
};

}  // namespace deepwell::book
