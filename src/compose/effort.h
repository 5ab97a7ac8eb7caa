// Effort: what one problem may cost, shared between its many questions.
//
// Thread rule: one thread.

#pragma once

#include <limits>

#include "base/stopwatch.h"
#include "proof/budget.h"

namespace deepwell::compose {

struct EffortLimits {
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;  // with these alone results are the same every time
    std::stop_token stop;
};

class Effort {
public:
    explicit Effort(EffortLimits limits) : limits_(std::move(limits)) {}

    // For a share of what is left.  What it spends is to be charged.
    proof::Budget share(double part) const {
        std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
        if (limits_.nodes)
            nodes = static_cast<std::uint64_t>(static_cast<double>(nodes_left()) * part);
        std::optional<proof::Budget::Clock::time_point> deadline;
        if (limits_.seconds)
            deadline = proof::Budget::Clock::now() +
                       std::chrono::duration_cast<proof::Budget::Clock::duration>(
                           std::chrono::duration<double>(seconds_left() * part));
        return {nodes, deadline, limits_.stop};
    }
    void charge(std::uint64_t nodes) { spent_ += nodes; }

    bool is_over() const {
        return is_stopped() || (limits_.nodes && nodes_left() == 0) ||
               (limits_.seconds && seconds_left() <= 0);
    }
    bool is_stopped() const { return limits_.stop.stop_requested(); }
    const std::stop_token& stop() const { return limits_.stop; }

    // Infinite where there is no such limit.
    double seconds_left() const {
        if (!limits_.seconds) return std::numeric_limits<double>::infinity();
        return std::max(0.0, *limits_.seconds - watch_.seconds());
    }
    std::uint64_t nodes_left() const {
        if (!limits_.nodes) return std::numeric_limits<std::uint64_t>::max();
        return *limits_.nodes > spent_ ? *limits_.nodes - spent_ : 0;
    }
    std::uint64_t spent() const { return spent_; }
    double seconds() const { return watch_.seconds(); }

private:
    EffortLimits limits_;
    Stopwatch watch_;
    std::uint64_t spent_ = 0;  // nodes
};

}  // namespace deepwell::compose
