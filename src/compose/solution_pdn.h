// A solution as a PDN game: the main line, the defences beside it as variations, second ways and
// the verdict as comments.

#pragma once

#include "board/pdn.h"
#include "compose/solution.h"

namespace deepwell::compose {

PdnGame pdn_of(const Problem& problem, const Solution& solution);

}  // namespace deepwell::compose
