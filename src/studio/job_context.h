// JobContext: what work on a job gets to do its work, and where it tells how it goes.
//
// Thread rule: any thread.

#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "base/progress.h"
#include "studio/json.h"

namespace deepwell::studio {

class JobContext {
public:
    JobContext() = default;
    JobContext(const JobContext&) = delete;
    JobContext& operator=(const JobContext&) = delete;
    virtual ~JobContext() = default;

    virtual const std::string& id() const = 0;
    virtual const Json& request() const = 0;
    // A directory for the files of this job alone; they outlive the process.
    virtual const std::filesystem::path& directory() const = 0;
    // Requested when the job is paused or cancelled, or when the studio ends.
    virtual std::stop_token stop() const = 0;

    virtual Progress& progress() = 0;
    virtual void log(const std::string& text) = 0;
    // A point of the job's graphs (JobSample).
    virtual void add_sample(Json sample) = 0;
    // As far as it is known.
    virtual void set_result(Json result) = 0;
    // Writes a file that can be downloaded.  REQUIRES: the name is one of job_files().
    virtual void save_file(const std::string& name, std::string_view content) = 0;
};

struct JobEnd {
    bool is_finished = true;  // else it was stopped, or rests; it can be resumed
    std::string summary{};    // one sentence
};

struct JobPlan {
    Json request;  // complete
    std::string title;
};

// A kind of job.
struct JobKind {
    std::string name;
    // Checks what a client sent.  Throws Refusal.
    std::function<JobPlan(const Json& request)> plan;
    // Works until it is done or stopped.  Whatever it throws fails the job.
    std::function<JobEnd(JobContext& context)> work;
    // Two of these never run at the same time.
    bool is_alone = false;
};

// The files that jobs leave to be downloaded, with their media types.
struct JobFileType {
    const char* name;
    const char* type;
};
inline constexpr std::array JobFileTypes{
    JobFileType{"certificate.proof", "application/octet-stream"},
    JobFileType{"games.pdn", "application/vnd.checkers-pdn"},
    JobFileType{"review.pdn", "application/vnd.checkers-pdn"},
    JobFileType{"candidates.pdn", "application/vnd.checkers-pdn"},
    JobFileType{"sheet.html", "text/html; charset=utf-8"},
    JobFileType{"report.txt", "text/plain; charset=utf-8"},
};
// nullptr: no job leaves a file of this name.
const JobFileType* job_file_type(std::string_view name);

}  // namespace deepwell::studio
