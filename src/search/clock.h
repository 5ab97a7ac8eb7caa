// Clock: how long a search may go on.
//
// Thread rule: ponder_hit() and the questions may come from any thread.

#pragma once

#include <atomic>
#include <chrono>

#include "search/limits.h"

namespace deepwell::search {

class Clock {
public:
    // Starts it.  `queue`: how many threads of the search must each have the processor once before
    // all have noticed that the time is over, besides those that run at the same time (queue_of).
    void start(const Limits& limits, int queue = 0);
    // The move that was thought about was played: the limits of time hold from now on.
    void ponder_hit();

    bool is_pondering() const { return pondering_.load(std::memory_order_relaxed); }
    bool has_time_limit() const { return has_limit_; }
    // Is so much of the time over that a search of this kind takes on average?
    bool has_used(double share) const;
    // Must it stop at once?
    bool is_over() const;
    // Is it too late to begin another iteration?  `patience` stretches the time for a position in
    // which the best move has just changed: 1 is calm.
    bool is_late(double patience) const;

    double seconds() const;  // since start()

private:
    using Steady = std::chrono::steady_clock;
    double since_limit_start() const;

    std::atomic<bool> pondering_ = false;
    std::atomic<Steady::rep> limit_start_ = 0;
    Steady::time_point start_;
    bool has_limit_ = false;
    double soft_seconds_ = 0;
    double hard_seconds_ = 0;
};

// How many other threads a thread may have to wait for where there are more than processors.
int queue_of(int threads);

}  // namespace deepwell::search
