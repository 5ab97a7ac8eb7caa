// Thinking for the board: live analysis, and the engine as an opponent.

#pragma once

#include "studio/analysis_desk.h"
#include "studio/router.h"
#include "studio/search_pool.h"

namespace deepwell::studio {

void add_analysis(Router& router, AnalysisDesk& desk);
void add_play(Router& router, SearchPool& pool, const Knowledge& knowledge, const Options& options);

}  // namespace deepwell::studio
