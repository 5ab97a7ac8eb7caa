// Forced values: what the side to move can force at every point of a graph with transpositions and
// circles, where some options lead out of the graph to a value that is given.
//
// v > 0 if the mover can force v in finitely many moves, -v if the opponent can, and 0 if neither
// can: endless play is a draw.  Without circles that is plain minimax.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/score.h"

namespace deepwell::book {

using NodeNumber = std::uint32_t;

// One way to go on from a node.
struct Way {
    std::optional<NodeNumber> node{};  // nothing: it leads out of the graph
    bool keeps_turn = false;           // the same side is to move there: the answer was forced
    Score outside = 0;                 // what it is worth to the mover, if it leads out
};

// For the side to move at each node.  A node without ways is worth `if_none`.
std::vector<Score> forced_values(std::span<const std::vector<Way>> nodes, Score if_none);

}  // namespace deepwell::book
