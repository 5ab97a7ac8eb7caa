// review: every move of a game against the best one.

#pragma once

#include "studio/game_store.h"
#include "studio/job_context.h"
#include "studio/options.h"

namespace deepwell::studio {

JobKind review_job(const GameStore& games, const Options& options);

}  // namespace deepwell::studio
