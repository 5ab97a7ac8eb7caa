// build: endgame databases.

#pragma once

#include "studio/job_context.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

JobKind build_job(Knowledge& knowledge);

}  // namespace deepwell::studio
