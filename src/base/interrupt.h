// Interrupt: turns Ctrl-C (SIGINT) and SIGTERM into a request to stop, while it lives.
//
// Long work gets token() and ends at its next safe point.  A second signal ends the process at
// once, for the user who has waited long enough: files are written so that this loses only the
// unit of work in progress.

#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace deepwell {

class Interrupt {
public:
    // REQUIRES: made before the threads that are to be spared the signal, at most one at a time.
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    bool happened() const { return source_.stop_requested(); }
    // It was SIGTERM: somebody wants the process to end, not just its work.
    bool is_to_end() const { return is_to_end_.load(); }

private:
    void wait_for_signals(const std::stop_token& end);

    std::stop_source source_;
    std::atomic<bool> is_to_end_ = false;
    std::jthread waiter_;
};

}  // namespace deepwell
