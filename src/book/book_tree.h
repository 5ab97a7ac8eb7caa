// A book of games as one PDN game with variations.

#pragma once

#include "board/pdn.h"
#include "book/book_moves.h"

namespace deepwell::book {

struct TreeOptions {
    int plies = 8;
    std::uint32_t least_games = 5;  // moves that were played less often are left out
};

// The most played moves are the main line.  A position that came up before is not gone into again.
// Comments say how often a move was played, what came of it and what it is worth.
PdnGame book_tree(const GameBook& book, const Position& root, const TreeOptions& options);

}  // namespace deepwell::book
