#include "studio/analysis_desk.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "search/search_score.h"
#include "studio/limits.h"
#include "studio/position_json.h"
#include "studio/search_pool.h"

namespace deepwell::studio {

namespace {

using search::SearchInfo;

constexpr std::chrono::milliseconds Tick{50};
constexpr std::chrono::milliseconds NewsInterval{100};
constexpr double FirstTurn = 2;  // seconds
constexpr double LongestTurn = 60;
constexpr std::size_t LongestShownLine = 24;

double seconds_since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// Two wishes with the same text are the same wish.
std::string text_of(const AnalysisWish& wish) {
    std::string text = fmt::format("{} {} {} {}",
                                   to_fen(wish.game.initial()),
                                   wish.multi_pv,
                                   wish.depth.value_or(0),
                                   wish.seconds.value_or(0));
    Position position = wish.game.initial();
    for (const Move& move : wish.game.moves()) {
        text += " " + to_long_text(position, move);
        position = play(position, move);
    }
    return text;
}

const char* bound_text(search::Bound bound) {
    if (bound == search::Bound::Lower) return "at least";
    return bound == search::Bound::Upper ? "at most" : "exact";
}

Json line_info_json(const Position& position, const SearchInfo& info) {
    return {{"rank", info.rank},
            {"depth", info.depth},
            {"score", score_json(info.score, std::nullopt)},
            {"bound", bound_text(info.bound)},
            {"pv", line_json(position, info.pv, LongestShownLine)}};
}

}  // namespace

struct AnalysisDesk::Task {
    explicit Task(AnalysisWish given) : wish(std::move(given)), key(text_of(wish)) {}

    double turn_seconds() const {
        return std::min(LongestTurn, FirstTurn * (1 << std::min(turns, 6)));
    }
    double thought() const { return is_running ? before + seconds_since(turn_began) : before; }

    AnalysisWish wish;
    std::string key;
    std::size_t watchers = 0;

    int turns = 0;
    bool is_running = false;
    bool is_over = false;
    std::stop_source stop;  // of this turn
    Clock::time_point turn_began;
    double before = 0;  // seconds of thought in earlier turns

    std::map<int, SearchInfo> lines;  // by rank
    SearchInfo latest;
    std::string failure;
    std::string news;  // as it was last told
    Clock::time_point told;
};

AnalysisDesk::Seat::Seat(AnalysisDesk& desk, std::shared_ptr<Task> task)
    : desk_(desk), task_(std::move(task)) {}

AnalysisDesk::Seat::~Seat() {
    desk_.leave(task_);
}

AnalysisDesk::AnalysisDesk(const Knowledge& knowledge, const Options& options, int threads)
    : knowledge_(knowledge), options_(options) {
    for (int i = 0; i < threads; ++i)
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
    threads_.emplace_back([this](const std::stop_token& stop) { keep_turns(stop); });
}

AnalysisDesk::~AnalysisDesk() {
    for (std::jthread& thread : threads_) thread.request_stop();
    const std::scoped_lock lock(mutex_);
    for (const auto& task : running_) task->stop.request_stop();
}

std::unique_ptr<AnalysisDesk::Seat> AnalysisDesk::join(AnalysisWish wish) {
    auto task = std::make_shared<Task>(std::move(wish));
    const std::scoped_lock lock(mutex_);
    if (watchers_ >= limits::Streams) throw Refusal(429, "too many analyses are watched at once");
    if (const auto found = tasks_.find(task->key); found != tasks_.end()) {
        task = found->second;
    } else {
        tasks_.emplace(task->key, task);
        waiting_.push_back(task);
        has_task_.notify_one();
    }
    ++task->watchers;
    ++watchers_;
    return std::make_unique<Seat>(*this, task);
}

void AnalysisDesk::leave(const std::shared_ptr<Task>& task) {
    const std::scoped_lock lock(mutex_);
    --watchers_;
    if (--task->watchers > 0) return;
    task->stop.request_stop();
    tasks_.erase(task->key);
    std::erase(waiting_, task);
}

std::shared_ptr<AnalysisDesk::Task> AnalysisDesk::next_task(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!has_task_.wait(lock, stop, [&] { return !waiting_.empty(); })) return nullptr;
    auto task = std::move(waiting_.front());
    waiting_.pop_front();
    task->stop = std::stop_source();
    task->is_running = true;
    task->turn_began = Clock::now();
    running_.push_back(task);
    return task;
}

void AnalysisDesk::end_turn(const std::shared_ptr<Task>& task, const std::string& failure) {
    const std::scoped_lock lock(mutex_);
    task->before = task->thought();
    task->is_running = false;
    ++task->turns;
    std::erase(running_, task);
    task->failure = failure;
    task->is_over = !failure.empty() || !task->stop.stop_requested();
    // A finished analysis is told to those who watch, and begun anew for whoever comes later.
    if (task->is_over) {
        const auto found = tasks_.find(task->key);
        if (found != tasks_.end() && found->second == task) tasks_.erase(found);
    } else if (task->watchers > 0) {
        waiting_.push_back(task);
        has_task_.notify_one();
    }
}

void AnalysisDesk::take_info(Task& task, const SearchInfo& info) {
    const std::scoped_lock lock(mutex_);
    if (info.pv.empty()) return;
    if (info.bound == search::Bound::Exact || !task.lines.contains(info.rank))
        task.lines[info.rank] = info;
    task.latest = info;
}

// A worker's search, made again when the settings or the databases have changed.
class AnalysisDesk::Worker {
public:
    engine::Search& by(const engine::Settings& settings, int generation) {
        if (search_ == nullptr || generation != generation_ ||
            engine::differ_in_search(settings, settings_)) {
            search_.reset();
            search_ = search_by(settings);
        }
        settings_ = settings;
        generation_ = generation;
        return *search_;
    }

private:
    std::unique_ptr<engine::Search> search_;
    engine::Settings settings_;
    int generation_ = 0;
};

void AnalysisDesk::work(const std::stop_token& stop) {
    Worker worker;
    while (const auto task = next_task(stop)) {
        std::string failure;
        try {
            search::Limits limits;
            limits.multi_pv = task->wish.multi_pv;
            limits.depth = task->wish.depth;
            limits.wants_score = true;
            if (task->wish.seconds)
                limits.move_time = search::Milliseconds(
                    static_cast<int>(1000 * std::max(0.01, *task->wish.seconds - task->before)));
            worker.by(options_.settings(), knowledge_.generation())
                .search(
                    task->wish.game, limits, task->stop.get_token(), [&](const SearchInfo& info) {
                        take_info(*task, info);
                    });
        } catch (const std::exception& broken) {
            failure = broken.what();
        }
        end_turn(task, failure);
    }
}

void AnalysisDesk::keep_turns(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(Tick);
        const std::scoped_lock lock(mutex_);
        std::size_t in_need = waiting_.size();
        for (const auto& task : running_) {
            if (in_need == 0) break;
            if (seconds_since(task->turn_began) < task->turn_seconds()) continue;
            task->stop.request_stop();
            --in_need;
        }
    }
}

bool AnalysisDesk::is_over(const Task& task) {
    const std::scoped_lock lock(mutex_);
    return task.is_over;
}

std::string AnalysisDesk::news_of(Task& task) {
    const std::scoped_lock lock(mutex_);
    if (task.news.empty() || task.is_over || Clock::now() - task.told >= NewsInterval) {
        task.news = update_text(task);
        task.told = Clock::now();
    }
    return task.news;
}

std::string AnalysisDesk::update_text(const Task& task) const {
    if (!task.failure.empty()) return event_text("failed", {{"error", task.failure}});
    const Position& position = task.wish.game.position();
    const Truth truth = knowledge_.truth_of(position);
    Json lines = Json::array();
    for (const auto& [rank, info] : task.lines) lines.push_back(line_info_json(position, info));
    const SearchInfo& latest = task.latest;
    return event_text(task.is_over ? "done" : "lines",
                      {{"fen", to_fen(position)},
                       {"depth", latest.depth},
                       {"selective_depth", latest.selective_depth},
                       {"nodes", latest.nodes},
                       {"nodes_per_second", latest.nodes_per_second},
                       {"seconds", task.thought()},
                       {"hash_per_mille", latest.hash_per_mille},
                       {"probes", latest.probes},
                       {"value", value_json(truth.value)},
                       {"distance", or_null(truth.distance)},
                       {"lines", std::move(lines)}});
}

}  // namespace deepwell::studio
