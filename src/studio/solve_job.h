// solve: an opening or a position by the proof manager, over days and restarts, with a certificate.

#pragma once

#include "studio/job_context.h"
#include "studio/knowledge.h"
#include "studio/live_proofs.h"

namespace deepwell::studio {

// The directory of the manager's store in the job's directory.
inline constexpr const char* StoreDirectory = "store";

JobKind solve_job(const Knowledge& knowledge, LiveProofs& live);

}  // namespace deepwell::studio
