// Endgames: values and distances of a position and its moves, the perfect line, the materials.

#pragma once

#include "studio/jobs.h"
#include "studio/knowledge.h"
#include "studio/router.h"

namespace deepwell::studio {

void add_endgame(Router& router, const Knowledge& knowledge, const Jobs& jobs);

}  // namespace deepwell::studio
