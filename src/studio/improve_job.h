// improve: better versions of a problem, by three ways of searching.

#pragma once

#include "studio/collections.h"
#include "studio/job_context.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

JobKind improve_job(const Collections& collections, const Knowledge& knowledge);

}  // namespace deepwell::studio
