// prove: the value of a position, with a certificate.

#pragma once

#include "studio/job_context.h"
#include "studio/knowledge.h"

namespace deepwell::studio {

// The file of the proof's tree in the job's directory (proof_tree.h).
inline constexpr const char* TreeFile = "tree.bin";

JobKind prove_job(const Knowledge& knowledge);

}  // namespace deepwell::studio
