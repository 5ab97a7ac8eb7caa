// Games with the engine's judgement written into them.

#pragma once

#include <vector>

#include "board/pdn.h"
#include "cli/command.h"
#include "engine/game_judge.h"

namespace deepwell::cli {

// "?!", "?", "??" or nothing.
const char* symbol_of(engine::Verdict verdict);

// Marks the bad moves of the main line, with what they cost and a better line as a variation.  What
// is certain is said where it is first known and where it changes.  What an earlier annotation left
// on these moves is replaced; the remarks of others stay.  Signs the game.
// REQUIRES: the judged moves are the first of the main line.
void annotate(PdnGame& game, const std::vector<engine::JudgedMove>& judged);

// One object: the players, every judged move, how many were bad.
Json to_json(const PdnGame& game, const std::vector<engine::JudgedMove>& judged);

// "win", "draw", "loss", or null where the value is not certain.
Json wdl_json(const std::optional<Wdl>& value);
// Plies to the end, or null.
Json distance_json(const engine::Worth& worth);
// The moves as text.  REQUIRES: they are legal in their order.
Json pv_json(Position position, const std::vector<Move>& pv);

}  // namespace deepwell::cli
