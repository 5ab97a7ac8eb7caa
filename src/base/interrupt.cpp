#include "base/interrupt.h"

#include <csignal>
#include <ctime>

namespace deepwell {

namespace {

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

// The signals stay blocked and are fetched by a thread: nothing runs inside a signal handler.
void wait_for_signals(const std::stop_token& end, std::stop_source& source) {
    const sigset_t set = stop_signals();
    const timespec pause{0, 5'000'000};  // so short that nobody feels the end of an Interrupt
    while (!end.stop_requested()) {
        if (sigtimedwait(&set, nullptr, &pause) < 0) continue;
        if (source.stop_requested()) std::_Exit(130);
        source.request_stop();
    }
}

}  // namespace

Interrupt::Interrupt() {
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiter_ = std::jthread([this](const std::stop_token& end) { wait_for_signals(end, source_); });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace deepwell
