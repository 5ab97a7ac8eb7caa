// Job: long work as its user sees it, and as it is kept on disk.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "studio/json.h"

namespace deepwell::studio {

enum class JobState : std::uint8_t { Queued, Running, Paused, Done, Failed, Cancelled };
const char* name_of(JobState state);  // "queued"
std::optional<JobState> job_state_named(std::string_view name);

struct JobProgress {
    std::string stage{};
    double done = 0;
    double total = 0;  // 0: unknown
    std::string unit{};
    double rate = 0;                       // units a second
    std::optional<double> seconds_left{};  // where it can be told
};

// What lists and streams show of a job.
struct JobSummary {
    std::string id{};
    std::string kind{};
    std::string title{};
    JobState state = JobState::Queued;
    Json request{};
    std::string created{};   // ISO 8601, UTC
    std::string started{};   // empty: not yet
    std::string finished{};  // likewise
    double seconds = 0;      // of work
    std::optional<JobProgress> progress{};
    std::string error{};
    std::string summary{};
    Json files = Json::array();

    bool is_active() const { return state == JobState::Queued || state == JobState::Running; }
    bool is_over() const { return !is_active() && state != JobState::Paused; }
};

struct Job : JobSummary {
    Json result = nullptr;
    Json log = Json::array();
    Json samples = Json::array();
};

// What may be done with it now: "pause", "resume", "cancel", "delete".
std::vector<std::string> actions_for(JobState state);

// As a Job of web/openapi.json, and with log, samples and result as a JobDetail.
Json to_json(const JobSummary& job);
Json detail_json(const Job& job);

// The file of a job, and back; nothing if the text is none.
std::string to_file(const Job& job);
std::optional<Job> job_from_file(std::string_view text);

// "2026-11-16T14:20:41Z".
std::string time_now();

}  // namespace deepwell::studio
