#include "studio/task_threads.h"

#include <chrono>
#include <thread>

namespace deepwell::studio {

namespace {
constexpr std::chrono::seconds TaskPatience{10};
}

void TaskThreads::run(std::function<void()> task) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(task));
    if (idle_ >= waiting_.size() || threads_ >= most_) return has_task_.notify_one();
    ++threads_;
    std::thread([this] { work(); }).detach();
}

void TaskThreads::finish() {
    std::unique_lock lock(mutex_);
    is_finishing_ = true;
    has_task_.notify_all();
    has_ended_.wait(lock, [&] { return threads_ == 0; });
}

std::size_t TaskThreads::threads() const {
    const std::scoped_lock lock(mutex_);
    return threads_;
}

void TaskThreads::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        has_task_.wait_for(lock, TaskPatience, [&] { return !waiting_.empty() || is_finishing_; });
        --idle_;
        if (waiting_.empty()) break;
        const std::function<void()> task = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
    --threads_;
    has_ended_.notify_all();  // under the lock: the object may be gone as soon as it is free
}

}  // namespace deepwell::studio
