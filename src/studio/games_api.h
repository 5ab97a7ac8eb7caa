// Games: import, list, open, edit, export; openings; the book of games.

#pragma once

#include "studio/game_store.h"
#include "studio/knowledge.h"
#include "studio/router.h"

namespace deepwell::studio {

void add_games(Router& router, GameStore& games);
void add_openings(Router& router, const GameStore& games, const Knowledge& knowledge);

// Exactly one game without a fault; else it is refused.
PdnGame one_game(const std::string& pdn);

}  // namespace deepwell::studio
