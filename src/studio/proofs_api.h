// Proofs: the tree to be browsed, the certificate to be verified.

#pragma once

#include <filesystem>
#include <string>

#include "studio/jobs.h"
#include "studio/knowledge.h"
#include "studio/live_proofs.h"
#include "studio/router.h"

namespace deepwell::studio {

struct ProofSources {
    const Jobs& jobs;
    const Knowledge& knowledge;
    LiveProofs& live;
    std::string checker;         // the program; empty: there is none
    std::filesystem::path data;  // directory of the databases' data directory
};

void add_proofs(Router& router, const ProofSources& sources);

}  // namespace deepwell::studio
