// Games as JSON (web/openapi.json).

#pragma once

#include "board/pdn.h"
#include "studio/game_store.h"
#include "studio/json.h"

namespace deepwell::studio {

Json header_json(const GameHeader& header, ResultReading reading);
// With the tree of its moves and its PDN.
Json game_json(const PdnGame& game, const GameHeader& header, ResultReading reading);
Json error_json(const PdnError& error);

}  // namespace deepwell::studio
