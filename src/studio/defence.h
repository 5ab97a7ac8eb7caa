// Defence: the program as the opponent of somebody who solves a problem.

#pragma once

#include <optional>
#include <string>

#include "board/game.h"
#include "board/wdl.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

struct DefenceAnswer {
    std::optional<bool> is_right;  // does the move keep the terms?  Nothing: not known
    bool is_solved = false;        // nothing is left to be found
    std::optional<Move> reply;     // the longest resistance
    std::string words;             // one sentence
};

// `game` ends with the solver's move.  Takes a few seconds at most.  REQUIRES: terms are Win or
// Draw for the side that made it.
DefenceAnswer answer_solver(const Game& game, Wdl terms, const Knowledge& knowledge);

}  // namespace deepwell::studio
