// Sample: a quiet position of a game, what a search said of it, and how the game ended.  Samples of
// endings (ending_collector.h) are positions that searches met: there the result is what is proven,
// and a draw if nothing is.

#pragma once

#include "board/position.h"
#include "board/wdl.h"
#include "eval/score.h"

namespace deepwell::tune {

struct Sample {
    Position position;
    Score score = 0;          // of the search, for the side to move
    Wdl result = Wdl::Draw;   // of the game, for the side to move
    bool opens_game = false;  // the first sample of its game

    bool operator==(const Sample&) const = default;
};

}  // namespace deepwell::tune
