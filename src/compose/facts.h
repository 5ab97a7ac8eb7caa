// Facts: what can be counted in a main line.

#pragma once

#include <vector>

#include "board/move.h"
#include "board/position.h"

namespace deepwell::compose {

struct Facts {
    int length = 0;      // plies
    int jumps = 0;       // plies in which the mover had to jump
    int sacrifices = 0;  // moves of the solver that take less than the answer does
    int kings_made = 0;  // by both sides
    int pieces_start = 0;
    int pieces_end = 0;
};

// REQUIRES: the moves are legal one after the other.
Facts facts_of(const Position& position, const std::vector<Move>& line, Side solver);

// The line can be played from the position, move by move with the same captures.
bool can_be_played(Position position, const std::vector<Move>& line);

}  // namespace deepwell::compose
