#include "studio/status_api.h"

#include <algorithm>
#include <thread>

#include "studio/limits.h"

namespace deepwell::studio {

namespace {

Json limits_json() {
    return {{"body_bytes", limits::BodyBytes},
            {"pdn_bytes", limits::PdnBytes},
            {"jobs", limits::Jobs},
            {"multipv", limits::MultiPv},
            {"streams", limits::Streams},
            {"analysis_seconds", limits::AnalysisSeconds},
            {"job_seconds", limits::JobSeconds},
            {"collections", limits::Collections},
            {"games", limits::Games}};
}

auto count_of(const std::vector<JobSummary>& jobs, JobState state) {
    return std::ranges::count_if(jobs, [&](const JobSummary& job) { return job.state == state; });
}

}  // namespace

Json building_job(const std::vector<JobSummary>& jobs) {
    for (const JobSummary& job : jobs)
        if (job.kind == "build" && job.state == JobState::Running) return job.id;
    return nullptr;
}

Json databases_json(const Knowledge& knowledge, const Json& building) {
    const auto database = knowledge.database();
    return {{"pieces", database->complete_pieces()},
            {"distance_pieces", knowledge.distance_pieces()},
            {"bytes", database->bytes()},
            {"unit", "plies"},
            {"building", building}};
}

void add_status(Router& router, const Program& program, const StatusSources& sources) {
    router.add("GET", "/api/status", [program, sources](const Request&) {
        const std::vector<JobSummary> jobs = sources.jobs.all();
        return reply_with({{"version", program.version},
                           {"board", BoardSize},
                           {"databases", databases_json(sources.knowledge, building_job(jobs))},
                           {"book", sources.knowledge.book() != nullptr},
                           {"checker", !program.checker.empty()},
                           {"problems", true},
                           {"games", sources.games.size()},
                           {"jobs",
                            {{"running", count_of(jobs, JobState::Running)},
                             {"queued", count_of(jobs, JobState::Queued)},
                             {"kept", jobs.size()}}},
                           {"threads", std::max(1U, std::thread::hardware_concurrency())},
                           {"limits", limits_json()},
                           {"options", sources.options.to_json()}});
    });
}

}  // namespace deepwell::studio
