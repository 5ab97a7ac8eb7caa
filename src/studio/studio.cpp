#include "studio/studio.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/data_directory.h"
#include "base/files.h"
#include "studio/analysis_api.h"
#include "studio/build_job.h"
#include "studio/check_job.h"
#include "studio/endgame_api.h"
#include "studio/games_api.h"
#include "studio/improve_job.h"
#include "studio/jobs_api.h"
#include "studio/knowledge.h"
#include "studio/limits.h"
#include "studio/match_job.h"
#include "studio/options.h"
#include "studio/position_api.h"
#include "studio/problems_api.h"
#include "studio/proofs_api.h"
#include "studio/prove_job.h"
#include "studio/review_job.h"
#include "studio/server.h"
#include "studio/solve_job.h"
#include "studio/status_api.h"

namespace deepwell::studio {

namespace {

constexpr int AnalysisThreads = 2;
constexpr int GamesAtOnce = 4;
constexpr int JobsAtOnce = 2;
constexpr int FirstPieces = 6;
constexpr int FirstDistancePieces = 5;

std::filesystem::path own_directory(const std::string& data) {
    std::filesystem::path directory = data_directory(data) / "studio";
    std::filesystem::create_directories(directory);
    remove_abandoned_files(directory);
    return directory;
}

std::string address_of(const StudioOptions& options, int port) {
    const bool is_any = options.host == "0.0.0.0" || options.host == "::";
    const std::string host = is_any ? "127.0.0.1" : options.host;
    const bool needs_brackets = host.find(':') != std::string::npos;
    const std::string path = options.token.empty() ? "" : "?token=" + options.token;
    return fmt::format(
        fmt::runtime(needs_brackets ? "http://[{}]:{}/{}" : "http://{}:{}/{}"), host, port, path);
}

// Not again if somebody has cancelled it, or has it paused.
void build_first_databases(Jobs& jobs, const Knowledge& knowledge) {
    if (knowledge.database()->complete_pieces() >= FirstPieces) return;
    for (const JobSummary& job : jobs.all())
        if (job.kind == "build" && job.request.at("pieces") >= FirstPieces) return;
    jobs.add(
        {{"kind", "build"}, {"pieces", FirstPieces}, {"distance_pieces", FirstDistancePieces}});
}

}  // namespace

void run_studio(const StudioOptions& options,
                const std::stop_token& stop,
                const std::function<void(const std::string& address)>& on_ready) {
    const std::filesystem::path directory = own_directory(options.data);
    Knowledge knowledge(options.data);
    Options engine_options(knowledge, directory / "options.json");
    GameStore games(directory / "games.jsonl");
    Collections collections(directory / "problems");
    LiveProofs live_proofs;
    Jobs jobs(directory / "jobs");
    jobs.add_kind(build_job(knowledge));
    jobs.add_kind(prove_job(knowledge));
    jobs.add_kind(solve_job(knowledge, live_proofs));
    jobs.add_kind(review_job(games, engine_options));
    jobs.add_kind(match_job(knowledge));
    jobs.add_kind(check_job(collections, knowledge));
    jobs.add_kind(improve_job(collections, knowledge));
    AnalysisDesk desk(knowledge, engine_options, AnalysisThreads);
    SearchPool pool(knowledge, GamesAtOnce);
    Router router;
    add_position(router, knowledge);
    add_analysis(router, desk);
    add_play(router, pool, knowledge, engine_options);
    add_endgame(router, knowledge, jobs);
    add_jobs(router, jobs);
    add_proofs(router,
               {jobs, knowledge, live_proofs, options.checker, data_directory(options.data)});
    add_games(router, games);
    add_openings(router, games, knowledge);
    add_problems(router, collections, jobs, knowledge);
    add_options(router, engine_options);
    add_status(
        router, {options.version, options.checker}, {knowledge, engine_options, jobs, games});
    Server server(router,
                  {.host = options.host,
                   .port = options.port,
                   .token = options.token,
                   .body_bytes = limits::BodyBytes});
    if (options.builds_databases) build_first_databases(jobs, knowledge);
    jobs.start(JobsAtOnce);
    on_ready(address_of(options, server.port()));
    server.run(stop);
}

}  // namespace deepwell::studio
