// match: two strengths of our own search against each other.

#pragma once

#include "studio/job_context.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

JobKind match_job(const Knowledge& knowledge);

}  // namespace deepwell::studio
