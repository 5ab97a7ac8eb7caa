// Jobs: runs long work, a few at a time, and keeps it over restarts.
//
// Each job has a directory DIRECTORY/ID with job.json, written in one step whenever the job changes
// its state and every few seconds while it runs.  A job that ran when the process ended, however it
// ended, is queued again when the next one starts; work that keeps its own files goes on from
// there, other work begins anew.
//
// Thread rule: any thread.

#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "studio/job.h"
#include "studio/job_context.h"

namespace deepwell::studio {

class Jobs {
public:
    // Throws Error if the directory cannot be read or written.
    explicit Jobs(std::filesystem::path directory);
    // Stops what runs, and keeps it as running.
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    // REQUIRES: before start().
    void add_kind(JobKind kind);
    // Begins to work, `threads` jobs at a time.
    void start(int threads);

    // Throws Refusal: unknown kind, bad request, too many jobs.
    JobSummary add(const Json& request);
    std::vector<JobSummary> all() const;  // newest first
    // Throws Refusal (404) if there is none.
    Job get(const std::string& id) const;
    // Throw Refusal: 404, or 409 where the job's state does not allow it.
    JobSummary pause(const std::string& id);
    JobSummary resume(const std::string& id);
    JobSummary cancel(const std::string& id);
    void remove(const std::string& id);
    // A file that the job left.  Throws Refusal (404) if there is none.
    std::filesystem::path file_of(const std::string& id, const std::string& name) const;
    std::filesystem::path directory_of(const JobSummary& job) const { return directory_ / job.id; }

    // What has changed since a moment; waits for it, but not longer than `patience`.
    struct News {
        std::uint64_t moment = 0;
        std::vector<JobSummary> changed{};
        std::vector<std::string> removed{};
    };
    News news_since(std::uint64_t moment, std::chrono::milliseconds patience) const;
    std::uint64_t now() const;

private:
    enum class Wish { None, Pause, Cancel };
    struct Entry;
    class Context;

    Entry& entry(const std::string& id);
    const Entry& entry(const std::string& id) const;
    void load();
    void note(Entry& entry);
    void keep(const Entry& entry) const;
    void set_state(Entry& entry, JobState state);
    JobSummary stop_with(const std::string& id, Wish wish, JobState when_idle);
    std::shared_ptr<Entry> next_entry(const std::stop_token& stop);
    bool may_run(const Entry& entry) const;
    void work(const std::stop_token& stop);
    void run(Entry& entry);
    void finish(Entry& entry, const JobEnd& end, const std::string& failure);

    std::filesystem::path directory_;
    std::map<std::string, JobKind, std::less<>> kinds_;
    mutable std::mutex mutex_;  // of all that follows, and of the entries
    mutable std::condition_variable_any has_news_;
    std::condition_variable_any has_work_;
    std::map<std::int64_t, std::shared_ptr<Entry>> entries_;  // by number, oldest first
    std::deque<std::pair<std::uint64_t, std::string>> removed_;
    std::int64_t next_number_ = 1;
    std::uint64_t moment_ = 0;
    bool is_ending_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace deepwell::studio
