#include "search/clock.h"

#include <algorithm>
#include <thread>

namespace deepwell::search {

namespace {

// Between the decision to stop and the answer: threads that have yet to notice.
constexpr double Overhead = 0.002;
// What one that waits for the processor is allowed to wait for each before it.  Measured: 8 threads
// on two processors, 3 before each, were up to 40 ms late with nothing allowed.
constexpr double Turn = 0.008;
// Between the answer and the moment the opponent's clock starts, where a whole game is timed.
constexpr double Lag = 0.030;
// A game without increment is planned as if it lasted so many moves more.
constexpr int ExpectedMoves = 22;
// An iteration takes about twice as long as all before it, so one begun after half of the time
// would rarely end.
constexpr double LastStart = 0.55;

double seconds_of(Milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

void Clock::start(const Limits& limits, int queue) {
    start_ = Steady::now();
    limit_start_.store(start_.time_since_epoch().count(), std::memory_order_relaxed);
    has_limit_ = limits.move_time.has_value() || limits.remaining.has_value();
    soft_seconds_ = hard_seconds_ = 1e12;
    if (limits.remaining) {
        const double left = std::max(seconds_of(*limits.remaining) - Lag, 0.001);
        const int moves = limits.moves_to_go > 0 ? limits.moves_to_go : ExpectedMoves;
        const double share =
            std::min(left / moves + 0.8 * seconds_of(limits.increment), 0.8 * left);
        hard_seconds_ = moves == 1 ? 0.8 * left : std::min(4 * share, 0.4 * left);
        soft_seconds_ = std::min(share, hard_seconds_);
    }
    if (limits.move_time) {
        const double time = seconds_of(*limits.move_time);
        const double overhead = Overhead + std::min(queue * Turn, time / 2);
        hard_seconds_ = std::min(hard_seconds_, std::max(time - overhead, 0.0));
    }
    pondering_.store(limits.ponder, std::memory_order_relaxed);
}

void Clock::ponder_hit() {
    limit_start_.store(Steady::now().time_since_epoch().count(), std::memory_order_relaxed);
    pondering_.store(false, std::memory_order_relaxed);
}

bool Clock::has_used(double share) const {
    return has_limit_ && !is_pondering() &&
           since_limit_start() >= share * std::min(soft_seconds_, hard_seconds_);
}

bool Clock::is_over() const {
    return has_limit_ && !is_pondering() && since_limit_start() >= hard_seconds_;
}

bool Clock::is_late(double patience) const {
    return has_limit_ && !is_pondering() &&
           since_limit_start() >= LastStart * patience * soft_seconds_;
}

double Clock::seconds() const {
    return std::chrono::duration<double>(Steady::now() - start_).count();
}

double Clock::since_limit_start() const {
    const Steady::time_point begun{Steady::duration(limit_start_.load(std::memory_order_relaxed))};
    return std::chrono::duration<double>(Steady::now() - begun).count();
}

int queue_of(int threads) {
    const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return (threads + processors - 1) / processors - 1;
}

}  // namespace deepwell::search
