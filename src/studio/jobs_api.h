// Jobs: list, start, steer, watch, download.

#pragma once

#include "studio/jobs.h"
#include "studio/router.h"

namespace deepwell::studio {

void add_jobs(Router& router, Jobs& jobs);

}  // namespace deepwell::studio
