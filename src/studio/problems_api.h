// Problems: collections, the sheet to print, the defence against a solver.

#pragma once

#include "studio/collections.h"
#include "studio/jobs.h"
#include "studio/knowledge.h"
#include "studio/router.h"

namespace deepwell::studio {

void add_problems(Router& router,
                  Collections& collections,
                  const Jobs& jobs,
                  const Knowledge& knowledge);

}  // namespace deepwell::studio
