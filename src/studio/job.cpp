#include "studio/job.h"

#include <array>
#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace deepwell::studio {

namespace {

constexpr std::array StateNames{"queued", "running", "paused", "done", "failed", "cancelled"};

Json progress_json(const std::optional<JobProgress>& progress) {
    if (!progress) return nullptr;
    return {{"stage", progress->stage},
            {"done", progress->done},
            {"total", progress->total},
            {"unit", progress->unit},
            {"rate", progress->rate},
            {"seconds_left", or_null(progress->seconds_left)}};
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

std::string text_of(const Json& json) {
    return json.is_string() ? json.get<std::string>() : "";
}

std::optional<JobProgress> progress_of(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    JobProgress progress{json.at("stage"), json.at("done"), json.at("total"), json.at("unit")};
    progress.rate = json.at("rate");
    return progress;
}

}  // namespace

const char* name_of(JobState state) {
    return StateNames[static_cast<std::size_t>(state)];
}

std::optional<JobState> job_state_named(std::string_view name) {
    for (std::size_t i = 0; i < StateNames.size(); ++i)
        if (name == StateNames[i]) return static_cast<JobState>(i);
    return std::nullopt;
}

std::vector<std::string> actions_for(JobState state) {
    switch (state) {
        case JobState::Queued:
        case JobState::Running:
            return {"pause", "cancel"};
        case JobState::Paused:
            return {"resume", "cancel"};
        case JobState::Failed:
        case JobState::Cancelled:
            return {"resume", "delete"};
        case JobState::Done:
            break;
    }
    return {"delete"};
}

Json to_json(const JobSummary& job) {
    return {{"id", job.id},
            {"kind", job.kind},
            {"title", job.title},
            {"state", name_of(job.state)},
            {"request", job.request},
            {"created", job.created},
            {"started", text_or_null(job.started)},
            {"finished", text_or_null(job.finished)},
            {"seconds", job.seconds},
            {"progress", progress_json(job.progress)},
            {"error", text_or_null(job.error)},
            {"summary", text_or_null(job.summary)},
            {"actions", actions_for(job.state)},
            {"files", job.files}};
}

Json detail_json(const Job& job) {
    return {
        {"job", to_json(job)}, {"log", job.log}, {"samples", job.samples}, {"result", job.result}};
}

std::string to_file(const Job& job) {
    return to_text(detail_json(job));
}

std::optional<Job> job_from_file(std::string_view text) {
    const Json file = Json::parse(text, nullptr, false);
    try {
        const Json& kept = file.at("job");
        const auto state = job_state_named(text_of(kept.at("state")));
        if (!state) return std::nullopt;
        return Job{{.id = kept.at("id"),
                    .kind = kept.at("kind"),
                    .title = kept.at("title"),
                    .state = *state,
                    .request = kept.at("request"),
                    .created = kept.at("created"),
                    .started = text_of(kept.at("started")),
                    .finished = text_of(kept.at("finished")),
                    .seconds = kept.at("seconds"),
                    .progress = progress_of(kept.at("progress")),
                    .error = text_of(kept.at("error")),
                    .summary = text_of(kept.at("summary")),
                    .files = kept.at("files")},
                   file.at("result"),
                   file.at("log"),
                   file.at("samples")};
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::string time_now() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace deepwell::studio
