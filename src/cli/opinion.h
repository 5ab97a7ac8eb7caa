// What a search thinks of a position, in words and in the short forms of annotated games.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "board/move.h"
#include "board/position.h"
#include "board/wdl.h"
#include "eval/score.h"

namespace deepwell::cli {

struct Opinion {
    Side side = Side::Black;    // to move
    Score score = 0;            // for it, on the scale of the search (search/search_score.h)
    std::optional<Wdl> proven;  // for it, where the value is certain
};

// Plies to the end of a game that is decided, where they are known.
std::optional<int> plies_of(const Opinion& opinion);

// "White wins, 23 plies", "drawn", "Black is slightly better (0.35)", "about even (0.05 for
// Black)".
std::string in_words(const Opinion& opinion);

// For the side to move: "+0.35", "won in 23", "lost in 8", "won", "lost".
std::string score_text(const Opinion& opinion);

// "11-15 23-19 8-11", with dots after `most` moves.  REQUIRES: the moves are legal in their order.
std::string line_text(Position position, std::span<const Move> moves, std::size_t most);

}  // namespace deepwell::cli
