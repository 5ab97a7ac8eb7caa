// What there is: version, databases, limits, options.

#pragma once

#include <string>

#include "studio/game_store.h"
#include "studio/jobs.h"
#include "studio/knowledge.h"
#include "studio/options.h"
#include "studio/router.h"

namespace deepwell::studio {

struct Program {
    std::string version;
    std::string checker;  // empty: certificates cannot be verified
};

// The job that builds databases now, or null.
Json building_job(const std::vector<JobSummary>& jobs);

// `building` is the job that builds databases, if there is one.
Json databases_json(const Knowledge& knowledge, const Json& building);

struct StatusSources {
    const Knowledge& knowledge;
    const Options& options;
    const Jobs& jobs;
    const GameStore& games;
};
void add_status(Router& router, const Program& program, const StatusSources& sources);

}  // namespace deepwell::studio
