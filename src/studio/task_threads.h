// TaskThreads: runs tasks at once, each on a thread of its own.
//
// A connection keeps its thread as long as it lives, and an event stream lives for hours: a pool of
// fixed size would let a few open pages shut everybody else out.  Threads that have nothing to do
// wait a while for the next task and then end.
//
// Thread rule: any thread.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace deepwell::studio {

class TaskThreads {
public:
    // Tasks beyond `most` at the same time wait.
    explicit TaskThreads(std::size_t most) : most_(most) {}
    ~TaskThreads() { finish(); }
    TaskThreads(const TaskThreads&) = delete;
    TaskThreads& operator=(const TaskThreads&) = delete;

    void run(std::function<void()> task);
    // Waits until all tasks are done.  No task may be added any more.
    void finish();

    std::size_t threads() const;

private:
    void work();

    std::size_t most_;
    mutable std::mutex mutex_;
    std::condition_variable has_task_;
    std::condition_variable has_ended_;
    std::deque<std::function<void()>> waiting_;
    std::size_t threads_ = 0;
    std::size_t idle_ = 0;
    bool is_finishing_ = false;
};

}  // namespace deepwell::studio
