// Positions, moves, values and scores as JSON (web/openapi.json).

#pragma once

#include <span>

#include "board/game.h"
#include "board/openings.h"
#include "board/wdl.h"
#include "eval/score.h"
#include "studio/json.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

const char* side_text(Side side);                        // "black"
const char* value_text(Wdl value);                       // "win"
std::string label_of(WdlRange value);                    // "W", "D or W", "unresolved"
Json value_json(WdlRange value);                         // null unless it is known exactly
std::string verdict_text(Side to_move, WdlRange value);  // "Black wins.", "A draw.", ...

// REQUIRES: the move is legal in the position.
Json move_json(const Position& position, const Move& move);
// Of a line of play from the position on, at most so many moves.
Json line_json(Position position, std::span<const Move> moves, std::size_t most = 64);

Json game_state_json(const GameState& state);
Json opening_json(const ThreeMoveOpening* opening);

// With repetitions as the game knows them.
Json position_json(const Game& game, const Knowledge& knowledge);

// For the side to move (search/search_score.h).
Json score_json(Score score, std::optional<Wdl> certain);

}  // namespace deepwell::studio
