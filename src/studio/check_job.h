// check: problems of a collection tested for cooks and duals.

#pragma once

#include "compose/solution.h"
#include "studio/collections.h"
#include "studio/job_context.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

JobKind check_job(const Collections& collections, const Knowledge& knowledge);

// What was found, in lines for people.
std::vector<std::string> report_lines(const compose::Problem& problem,
                                      const compose::Solution& solution);

}  // namespace deepwell::studio
