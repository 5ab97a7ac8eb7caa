// Analysis of one position: a line that follows the search, then the result.

#pragma once

#include "board/position.h"
#include "engine/engine.h"

namespace deepwell::cli {

struct PositionAnalysis {
    search::Limits limits;
    bool json = false;
};

// Prints while it goes on and at its end; Ctrl-C ends it early.  Throws Interrupted after that,
// and Error if the engine cannot think.
void analyse_position(engine::Engine& engine,
                      const Position& position,
                      const PositionAnalysis& analysis);

}  // namespace deepwell::cli
