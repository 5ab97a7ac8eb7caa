// Moves as players write them: `11-15`, `15x22`, `23x14x7`.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "board/move.h"
#include "board/position.h"

namespace deepwell {

// The shortest text that means this move alone: from and to, or all landing squares where another
// jump has the same ends.  REQUIRES: the move is legal in the position.
std::string to_text(const Position& position, const Move& move);

// The same with all landing squares in any case: `23x14x7`.
std::string to_long_text(const Position& position, const Move& move);

// The legal moves that the text can mean: those with just these landing squares or, if there are
// none, those that pass them in this order.
std::vector<Move> meanings_of(const Position& position, std::string_view text);

// Reads a legal move.  Any of - x : * separates squares, whether the move is a jump or not; leading
// zeros are fine; intermediate squares of a jump may be left out.  The failure says why the text
// is no move here: "no piece stands on 11", "a jump is compulsory: 15x22", ...
Result<Move> parse_move(const Position& position, std::string_view text);

}  // namespace deepwell
