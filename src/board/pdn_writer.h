// Writing PDN: strict, so that every reader understands it.
//
// Tags one to a line; a blank line; the moves in short form with numbers, `1.` before Black's and
// `1...` before a White move that does not directly follow Black's; comments in braces, or after ;
// where the text holds a closing brace; the terminator `*`, for the meaning of all others is
// disputed.  Lines are at most 79 columns wide, tags and longer words excepted.  The text is UTF-8
// if the game's texts are.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "board/pdn.h"

namespace deepwell {

// Reading it back gives a game with the same moves, remarks, initial position and result, and with
// written_tags() for tags.  REQUIRES: the moves are legal; tag names have no spaces, quotes or
// brackets; strength and nags are as pdn.h says.
std::string to_pdn(const PdnGame& game);

// Games separated by blank lines.
std::string to_pdn(std::span<const PdnGame> games);

// The game's tags, with Result and FEN saying what the game itself says; each is added (FEN with
// SetUp) if it is missing and the result is known, the initial position not the start.  Values
// that cannot be read stay, unless the game knows better.
std::vector<PdnTag> written_tags(const PdnGame& game);

}  // namespace deepwell
