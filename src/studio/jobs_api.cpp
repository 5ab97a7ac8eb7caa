#include "studio/jobs_api.h"

#include "base/error.h"
#include "base/files.h"
#include "studio/fields.h"

namespace deepwell::studio {

namespace {

constexpr std::chrono::milliseconds EventPatience{250};
constexpr int QuietLooks = 8;  // then the connection is tried with a comment

Json list_json(const std::vector<JobSummary>& jobs) {
    Json list = Json::array();
    for (const JobSummary& job : jobs) list.push_back(to_json(job));
    return {{"jobs", std::move(list)}};
}

class JobStream {
public:
    explicit JobStream(const Jobs& jobs) : jobs_(jobs) {}

    bool operator()(std::string& out) {
        if (!has_begun_) {
            has_begun_ = true;
            moment_ = jobs_.now();
            out = event_text("jobs", list_json(jobs_.all()));
            return true;
        }
        const Jobs::News news = jobs_.news_since(moment_, EventPatience);
        moment_ = news.moment;
        for (const JobSummary& job : news.changed) out += event_text("job", to_json(job));
        for (const std::string& id : news.removed) out += event_text("removed", {{"id", id}});
        if (!out.empty()) quiet_looks_ = 0;
        if (out.empty() && ++quiet_looks_ % QuietLooks == 0) out = ": still here\n\n";
        return true;
    }

private:
    const Jobs& jobs_;
    bool has_begun_ = false;
    std::uint64_t moment_ = 0;
    int quiet_looks_ = 0;
};

Reply file_reply(const Jobs& jobs, const std::string& id, const std::string& name) {
    const auto content = read_file(jobs.file_of(id, name));
    if (!content) throw Error(content.error());
    const JobFileType& type = *job_file_type(name);
    return download(*content, type.type, "job-" + id + "-" + type.name);
}

}  // namespace

void add_jobs(Router& router, Jobs& jobs) {
    router.add(
        "GET", "/api/jobs", [&](const Request&) { return reply_with(list_json(jobs.all())); });
    router.add("POST", "/api/jobs", [&](const Request& request) {
        const Json json = Json::parse(request.body, nullptr, false);
        if (!json.is_object()) throw Refusal(400, "the body must be a JSON object");
        return reply_with(to_json(jobs.add(json)), 201);
    });
    router.add("GET", "/api/jobs/events", [&](const Request&) {
        return Reply{.type = "text/event-stream", .events = JobStream(jobs)};
    });
    router.add("GET", "/api/jobs/{}", [&](const Request& request) {
        return reply_with(detail_json(jobs.get(request.arguments[0])));
    });
    router.add("DELETE", "/api/jobs/{}", [&](const Request& request) {
        jobs.remove(request.arguments[0]);
        return empty_reply();
    });
    router.add("POST", "/api/jobs/{}/pause", [&](const Request& request) {
        return reply_with(to_json(jobs.pause(request.arguments[0])));
    });
    router.add("POST", "/api/jobs/{}/resume", [&](const Request& request) {
        return reply_with(to_json(jobs.resume(request.arguments[0])));
    });
    router.add("POST", "/api/jobs/{}/cancel", [&](const Request& request) {
        return reply_with(to_json(jobs.cancel(request.arguments[0])));
    });
    router.add("GET", "/api/jobs/{}/files/{}", [&](const Request& request) {
        return file_reply(jobs, request.arguments[0], request.arguments[1]);
    });
}

}  // namespace deepwell::studio
