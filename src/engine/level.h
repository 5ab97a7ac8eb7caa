// Strength that feels human.  A level sees only so many plies ahead, and among the moves that look
// about equally good to it, it wavers: the closer to the best, the more likely.  It never plays a
// move at random; what it gives away, it did not see.  An analysis is nothing for a level: it is
// made at full depth.

#pragma once

#include "engine/search.h"

namespace deepwell::engine {

struct Level {
    int depth;            // plies it looks ahead, jumps excepted
    std::uint64_t nodes;  // and positions at most
    int margin;           // it may choose a move that looks worse by less, in hundredths of a man
    bool sees_threats;    // looks on where the other side threatens to jump
};

// REQUIRES: 1 <= number <= MaxLevel.
const Level& level(int number);

// Plays like the level on top of a search.  The same seed and the same moves give the same answers;
// each new game (clear) has answers of its own.
std::unique_ptr<Search> at_level(std::unique_ptr<Search> search, const Level& level, int seed);

}  // namespace deepwell::engine
