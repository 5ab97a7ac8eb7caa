// Positions for the board: legal moves, typed moves, lines, and what the evaluation sees.

#pragma once

#include "studio/knowledge.h"
#include "studio/router.h"

namespace deepwell::studio {

void add_position(Router& router, const Knowledge& knowledge);

}  // namespace deepwell::studio
