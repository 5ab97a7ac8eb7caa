// Budget: how much work a proof may take, and how much of it is done.
//
// Thread rule: any number of threads.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>

namespace deepwell::proof {

class Budget {
public:
    using Clock = std::chrono::steady_clock;

    Budget() = default;
    explicit Budget(std::uint64_t nodes) : nodes_(nodes) {}
    // `tick` is called now and then, from any thread that works.
    Budget(std::uint64_t nodes,
           std::optional<Clock::time_point> deadline,
           std::stop_token stop,
           std::function<void(std::uint64_t spent)> tick = {})
        : nodes_(nodes), deadline_(deadline), stop_(std::move(stop)), tick_(std::move(tick)) {}

    // So many nodes of another budget, which is charged for them and ends this one with itself.
    // The other one must outlive it.
    Budget(Budget& whole, std::uint64_t nodes) : nodes_(nodes), whole_(&whole) {}

    // A share of what is left of another budget, nodes and time, likewise.
    Budget(Budget& whole, double share) : whole_(&whole) {
        const double nodes = share * static_cast<double>(whole.left());
        if (nodes < static_cast<double>(nodes_)) nodes_ = static_cast<std::uint64_t>(nodes);
        if (const auto left = whole.time_left())
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*left * share);
    }

    // All of another budget, with a tick of its own.
    Budget(Budget& whole, std::function<void(std::uint64_t spent)> tick)
        : whole_(&whole), tick_(std::move(tick)) {}

    // Work was done.  False: no more may be.
    bool spend(std::uint64_t nodes) {
        if (whole_ != nullptr && !whole_->spend(nodes))
            exhausted_.store(true, std::memory_order_relaxed);
        const std::uint64_t spent = spent_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
        if (spent >= nodes_ || stop_.stop_requested() || (deadline_ && Clock::now() >= *deadline_))
            exhausted_.store(true, std::memory_order_relaxed);
        if (tick_ && spent / NodesBetweenTicks != (spent - nodes) / NodesBetweenTicks) tick_(spent);
        return !is_exhausted();
    }
    bool is_exhausted() const { return exhausted_.load(std::memory_order_relaxed); }
    std::uint64_t left() const {
        const std::uint64_t own = nodes_ > spent() ? nodes_ - spent() : 0;
        return whole_ == nullptr ? own : std::min(own, whole_->left());
    }
    // Nothing: there is no hurry.
    std::optional<Clock::duration> time_left() const {
        std::optional<Clock::duration> left;
        if (whole_ != nullptr) left = whole_->time_left();
        if (deadline_) {
            const auto own = std::max(*deadline_ - Clock::now(), Clock::duration::zero());
            left = left ? std::min(*left, own) : own;
        }
        return left;
    }
    std::stop_token stop() const { return whole_ != nullptr ? whole_->stop() : stop_; }
    std::uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }

private:
    static constexpr std::uint64_t NodesBetweenTicks = std::uint64_t{1} << 16;

    std::uint64_t nodes_ = std::numeric_limits<std::uint64_t>::max();
    std::optional<Clock::time_point> deadline_;
    std::stop_token stop_;
    Budget* whole_ = nullptr;
    std::function<void(std::uint64_t)> tick_;
    std::atomic<std::uint64_t> spent_ = 0;
    std::atomic<bool> exhausted_ = false;
};

}  // namespace deepwell::proof
