// FEN: positions as text, `B:W18,K27:BK3,14`.
//
// The side to move, then each side's squares, kings marked with K.  Read liberally: either colour
// first, ranges (`W21-32`), a trailing dot, spaces, quotes, an empty side, move counters of newer
// dialects (`:H0:F1`, ignored).  Written strictly: White's list first, squares in rising order, no
// dot.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "board/position.h"

namespace deepwell {

// The failure is one sentence without the text itself: "square 33 is not on the 8x8 board".
Result<Position> parse_fen(std::string_view text);

std::string to_fen(const Position& position);

}  // namespace deepwell
