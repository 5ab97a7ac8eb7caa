#include "studio/jobs.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <sys/resource.h>

#include "base/error.h"
#include "base/files.h"
#include "base/stopwatch.h"
#include "studio/http.h"
#include "studio/limits.h"

namespace deepwell::studio {

namespace {

constexpr double SecondsBetweenNews = 0.2;
constexpr double SecondsBetweenFiles = 5;
constexpr std::size_t LogLines = 200;
constexpr std::size_t MostSamples = 500;
constexpr std::size_t MostRemovals = 1000;  // remembered
constexpr int Niceness = 10;

std::optional<std::int64_t> number_of(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

// Every other sample: the graph keeps its shape.
Json thinned(const Json& samples) {
    Json kept = Json::array();
    for (std::size_t i = 0; i < samples.size(); i += 2) kept.push_back(samples[i]);
    return kept;
}

// The work of users who wait comes first.
void yield_to_others() {
    setpriority(PRIO_PROCESS, 0, Niceness);  // of this thread, and of those that it starts
}

}  // namespace

const JobFileType* job_file_type(std::string_view name) {
    const auto* const found = std::ranges::find_if(
        JobFileTypes, [&](const JobFileType& file) { return file.name == name; });
    return found != JobFileTypes.end() ? found : nullptr;
}

struct Jobs::Entry {
    Job job;
    std::uint64_t moment = 0;  // of its last change
    Wish wish = Wish::None;
    std::stop_source stop;
    Stopwatch watch;  // of this run
    double seconds_before = 0;
    double next_news = 0;  // by the watch
    double next_file = 0;
    std::optional<double> first_done;  // of this run, to know the rate
};

class Jobs::Context final : public JobContext, private Progress {
public:
    Context(Jobs& jobs, Entry& entry, std::filesystem::path directory)
        : jobs_(jobs),
          entry_(entry),
          request_(entry.job.request),
          directory_(std::move(directory)) {}

    const std::string& id() const override { return entry_.job.id; }
    const Json& request() const override { return request_; }
    const std::filesystem::path& directory() const override { return directory_; }
    std::stop_token stop() const override { return entry_.stop.get_token(); }
    Progress& progress() override { return *this; }

    void log(const std::string& text) override {
        const std::scoped_lock lock(jobs_.mutex_);
        Json& lines = entry_.job.log;
        lines.push_back({{"time", time_now()}, {"text", text}});
        if (lines.size() > LogLines) lines.erase(0);
        jobs_.note(entry_);
    }
    void add_sample(Json sample) override {
        const std::scoped_lock lock(jobs_.mutex_);
        Json& samples = entry_.job.samples;
        if (samples.size() >= MostSamples) samples = thinned(samples);
        samples.push_back(std::move(sample));
    }
    void set_result(Json result) override {
        const std::scoped_lock lock(jobs_.mutex_);
        entry_.job.result = std::move(result);
        tell();
    }
    void save_file(const std::string& name, std::string_view content) override {
        const JobFileType* const type = job_file_type(name);
        CHECK(type != nullptr);
        write_file_atomically(directory_ / name, content);
        const std::scoped_lock lock(jobs_.mutex_);
        Json& files = entry_.job.files;
        std::erase_if(files.get_ref<Json::array_t&>(),
                      [&](const Json& file) { return file.at("name") == name; });
        files.push_back({{"name", name},
                         {"type", type->type},
                         {"bytes", content.size()},
                         {"url", fmt::format("/api/jobs/{}/files/{}", id(), name)}});
        jobs_.note(entry_);
    }

private:
    void update(const ProgressState& state) override {
        const std::scoped_lock lock(jobs_.mutex_);
        if (entry_.watch.seconds() < entry_.next_news) return;
        entry_.job.progress = progress_of(state);
        tell();
    }
    JobProgress progress_of(const ProgressState& state) {
        if (!entry_.first_done) entry_.first_done = state.done;
        JobProgress progress{
            std::string(state.stage), state.done, state.total, std::string(state.unit)};
        progress.rate = state.rate > 0 ? state.rate
                                       : (state.done - *entry_.first_done) /
                                             std::max(entry_.watch.seconds(), 1e-3);
        if (state.total > 0 && progress.rate > 0)
            progress.seconds_left = std::max(0.0, (state.total - state.done) / progress.rate);
        return progress;
    }
    // REQUIRES: the lock.
    void tell() {
        const double now = entry_.watch.seconds();
        entry_.job.seconds = entry_.seconds_before + now;
        if (now >= entry_.next_news) {
            entry_.next_news = now + SecondsBetweenNews;
            jobs_.note(entry_);
        }
        if (now < entry_.next_file) return;
        entry_.next_file = now + SecondsBetweenFiles;
        jobs_.keep(entry_);
    }

    Jobs& jobs_;
    Entry& entry_;
    Json request_;
    std::filesystem::path directory_;
};

Jobs::Jobs(std::filesystem::path directory) : directory_(std::move(directory)) {
    std::filesystem::create_directories(directory_);
    load();
}

Jobs::~Jobs() {
    {
        const std::scoped_lock lock(mutex_);
        is_ending_ = true;
        for (const auto& [number, entry] : entries_) entry->stop.request_stop();
    }
    threads_.clear();  // waits for them
}

// A directory that holds no job is left alone: a process may have died before it wrote the file.
void Jobs::load() {
    for (const auto& found : std::filesystem::directory_iterator(directory_)) {
        const auto number = number_of(found.path().filename().string());
        if (!number) continue;
        next_number_ = std::max(next_number_, *number + 1);
        remove_abandoned_files(found.path());
        const auto text = read_file(found.path() / "job.json");
        auto job = text ? job_from_file(*text) : std::nullopt;
        if (!job || job->id != std::to_string(*number)) continue;
        if (job->state == JobState::Running) job->state = JobState::Queued;
        auto entry = std::make_shared<Entry>();
        entry->job = *std::move(job);
        entries_.emplace(*number, std::move(entry));
    }
}

void Jobs::add_kind(JobKind kind) {
    const std::string name = kind.name;
    kinds_.emplace(name, std::move(kind));
}

void Jobs::start(int threads) {
    for (int i = 0; i < threads; ++i)
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

Jobs::Entry& Jobs::entry(const std::string& id) {
    const auto number = number_of(id);
    const auto found = number ? entries_.find(*number) : entries_.end();
    if (found == entries_.end()) throw Refusal(404, "there is no such job");
    return *found->second;
}

const Jobs::Entry& Jobs::entry(const std::string& id) const {
    return const_cast<Jobs*>(this)->entry(id);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

void Jobs::note(Entry& entry) {
    entry.moment = ++moment_;
    has_news_.notify_all();
}

void Jobs::keep(const Entry& entry) const {
    const std::filesystem::path directory = directory_ / entry.job.id;
    std::filesystem::create_directories(directory);
    write_file_atomically(directory / "job.json", to_file(entry.job));
}

void Jobs::set_state(Entry& entry, JobState state) {
    entry.job.state = state;
    if (entry.job.is_over()) entry.job.finished = time_now();
    keep(entry);
    note(entry);
}

JobSummary Jobs::add(const Json& request) {
    if (!request.is_object() || !request.contains("kind") || !request.at("kind").is_string())
        throw Refusal(400, "'kind' is missing");
    const auto kind = kinds_.find(request.at("kind").get<std::string>());
    if (kind == kinds_.end()) throw Refusal(400, "there is no such kind of job");
    JobPlan plan = kind->second.plan(request);
    const std::scoped_lock lock(mutex_);
    const auto active = std::ranges::count_if(
        entries_, [](const auto& item) { return item.second->job.is_active(); });
    if (entries_.size() >= limits::Jobs)
        throw Refusal(429, fmt::format("{} jobs are kept; delete some first", entries_.size()));
    if (std::cmp_greater_equal(active, limits::QueuedJobs))
        throw Refusal(429, fmt::format("{} jobs wait already", active));
    auto entry = std::make_shared<Entry>();
    static_cast<JobSummary&>(entry->job) = {.id = std::to_string(next_number_),
                                            .kind = kind->first,
                                            .title = std::move(plan.title),
                                            .request = std::move(plan.request),
                                            .created = time_now()};
    keep(*entry);
    entries_.emplace(next_number_++, entry);
    note(*entry);
    has_work_.notify_all();
    return entry->job;
}

std::vector<JobSummary> Jobs::all() const {
    const std::scoped_lock lock(mutex_);
    std::vector<JobSummary> jobs;
    for (const auto& [number, entry] : entries_) jobs.push_back(entry->job);
    std::ranges::reverse(jobs);
    return jobs;
}

Job Jobs::get(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    return entry(id).job;
}

// Work that runs ends by itself soon and gets its state then.
JobSummary Jobs::stop_with(const std::string& id, Wish wish, JobState when_idle) {
    const std::scoped_lock lock(mutex_);
    Entry& found = entry(id);
    const char* const action = wish == Wish::Pause ? "pause" : "cancel";
    const auto allowed = actions_for(found.job.state);
    if (std::ranges::find(allowed, action) == allowed.end())
        throw Refusal(409, fmt::format("the job is {}", name_of(found.job.state)));
    if (found.job.state == JobState::Running) {
        found.wish = wish;
        found.stop.request_stop();
    } else {
        set_state(found, when_idle);
    }
    return found.job;
}

JobSummary Jobs::pause(const std::string& id) {
    return stop_with(id, Wish::Pause, JobState::Paused);
}

JobSummary Jobs::cancel(const std::string& id) {
    return stop_with(id, Wish::Cancel, JobState::Cancelled);
}

JobSummary Jobs::resume(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    Entry& found = entry(id);
    const auto allowed = actions_for(found.job.state);
    if (std::ranges::find(allowed, "resume") == allowed.end())
        throw Refusal(409, fmt::format("the job is {}", name_of(found.job.state)));
    found.job.finished.clear();
    found.job.error.clear();
    set_state(found, JobState::Queued);
    has_work_.notify_all();
    return found.job;
}

void Jobs::remove(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const Entry& found = entry(id);
    if (!found.job.is_over())
        throw Refusal(409, fmt::format("the job is {}; cancel it first", name_of(found.job.state)));
    std::filesystem::remove_all(directory_ / found.job.id);
    entries_.erase(*number_of(id));
    removed_.emplace_back(++moment_, id);
    if (removed_.size() > MostRemovals) removed_.pop_front();
    has_news_.notify_all();
}

std::filesystem::path Jobs::file_of(const std::string& id, const std::string& name) const {
    const Job job = get(id);
    const JobFileType* const type = job_file_type(name);
    const bool is_there = type != nullptr && std::ranges::any_of(job.files, [&](const Json& file) {
                              return file.at("name") == name;
                          });
    if (!is_there) throw Refusal(404, "the job has no such file");
    return directory_of(job) / type->name;
}

std::uint64_t Jobs::now() const {
    const std::scoped_lock lock(mutex_);
    return moment_;
}

Jobs::News Jobs::news_since(std::uint64_t moment, std::chrono::milliseconds patience) const {
    std::unique_lock lock(mutex_);
    has_news_.wait_for(lock, patience, [&] { return moment_ > moment; });
    News news{.moment = moment_};
    for (const auto& [number, entry] : entries_)
        if (entry->moment > moment) news.changed.push_back(entry->job);
    for (const auto& [when, id] : removed_)
        if (when > moment) news.removed.push_back(id);
    return news;
}

bool Jobs::may_run(const Entry& entry) const {
    if (entry.job.state != JobState::Queued) return false;
    const auto kind = kinds_.find(entry.job.kind);
    if (kind == kinds_.end()) return false;
    return !kind->second.is_alone || std::ranges::none_of(entries_, [&](const auto& item) {
        return item.second->job.state == JobState::Running &&
               item.second->job.kind == entry.job.kind;
    });
}

std::shared_ptr<Jobs::Entry> Jobs::next_entry(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    std::shared_ptr<Entry> chosen;
    const auto choose = [&] {
        for (const auto& [number, entry] : entries_)
            if (may_run(*entry)) {
                chosen = entry;
                return true;
            }
        return false;
    };
    if (!has_work_.wait(lock, stop, choose) || is_ending_) return nullptr;
    Entry& entry = *chosen;
    entry.wish = Wish::None;
    entry.stop = std::stop_source();
    entry.watch = {};
    entry.seconds_before = entry.job.seconds;
    entry.next_news = entry.next_file = 0;
    entry.first_done.reset();
    if (entry.job.started.empty()) entry.job.started = time_now();
    set_state(entry, JobState::Running);
    return chosen;
}

void Jobs::work(const std::stop_token& stop) {
    yield_to_others();
    while (const auto entry = next_entry(stop)) run(*entry);
}

void Jobs::run(Entry& entry) {
    JobEnd end;
    std::string failure;
    try {
        Context context(*this, entry, directory_ / entry.job.id);
        end = kinds_.find(entry.job.kind)->second.work(context);
    } catch (const std::exception& broken) {
        failure = broken.what();
    }
    finish(entry, end, failure);
}

void Jobs::finish(Entry& entry, const JobEnd& end, const std::string& failure) {
    const std::scoped_lock lock(mutex_);
    entry.job.seconds = entry.seconds_before + entry.watch.seconds();
    if (!end.summary.empty()) entry.job.summary = end.summary;
    entry.job.error = failure;
    if (!failure.empty())
        set_state(entry, JobState::Failed);
    else if (end.is_finished)
        set_state(entry, JobState::Done);
    else if (entry.wish == Wish::Cancel)
        set_state(entry, JobState::Cancelled);
    else if (is_ending_)
        keep(entry);  // as running: it goes on when the studio does
    else
        set_state(entry, JobState::Paused);
    has_work_.notify_all();
}

}  // namespace deepwell::studio
