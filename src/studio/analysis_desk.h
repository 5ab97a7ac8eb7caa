// AnalysisDesk: live analysis of many positions on few threads.
//
// Whoever watches the same position with the same wishes shares one search.  Where more positions
// are watched than there are threads, each gets turns, which grow longer each time so that the
// depth does; what a search has found stays while it waits.
//
// Thread rule: any thread.

#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "board/game.h"
#include "engine/search.h"
#include "studio/knowledge.h"
#include "studio/options.h"

namespace deepwell::studio {

struct AnalysisWish {
    Game game;
    int multi_pv = 3;
    std::optional<int> depth{};
    std::optional<double> seconds{};  // of thinking
};

class AnalysisDesk {
    struct Task;

public:
    AnalysisDesk(const Knowledge& knowledge, const Options& options, int threads);
    // REQUIRES: nobody watches any more.
    ~AnalysisDesk();
    AnalysisDesk(const AnalysisDesk&) = delete;
    AnalysisDesk& operator=(const AnalysisDesk&) = delete;

    // A place at the desk: the search goes on while somebody has one.
    class Seat {
    public:
        Seat(AnalysisDesk& desk, std::shared_ptr<Task> task);
        ~Seat();
        Seat(const Seat&) = delete;
        Seat& operator=(const Seat&) = delete;

        // An event (web/openapi.json, AnalysisUpdate) with the latest news.
        std::string news() const { return desk_.news_of(*task_); }
        // There will be no more; news() is the last word.
        bool is_over() const { return desk_.is_over(*task_); }

    private:
        AnalysisDesk& desk_;
        std::shared_ptr<Task> task_;
    };

    // Refuses with 429 if too many watch already.
    std::unique_ptr<Seat> join(AnalysisWish wish);

private:
    using Clock = std::chrono::steady_clock;
    class Worker;

    void work(const std::stop_token& stop);
    void keep_turns(const std::stop_token& stop);
    std::shared_ptr<Task> next_task(const std::stop_token& stop);
    void take_info(Task& task, const search::SearchInfo& info);
    void end_turn(const std::shared_ptr<Task>& task, const std::string& failure);
    void leave(const std::shared_ptr<Task>& task);
    std::string news_of(Task& task);
    bool is_over(const Task& task);
    std::string update_text(const Task& task) const;

    const Knowledge& knowledge_;
    const Options& options_;
    std::mutex mutex_;  // of everything below, and of every task
    std::condition_variable_any has_task_;
    std::map<std::string, std::shared_ptr<Task>> tasks_;  // by wish
    std::deque<std::shared_ptr<Task>> waiting_;
    std::vector<std::shared_ptr<Task>> running_;
    std::size_t watchers_ = 0;
    std::vector<std::jthread> threads_;
};

}  // namespace deepwell::studio
