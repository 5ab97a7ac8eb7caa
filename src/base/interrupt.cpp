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

}  // namespace

// The signals stay blocked and are fetched by a thread: nothing runs inside a signal handler.
void Interrupt::wait_for_signals(const std::stop_token& end) {
    const sigset_t set = stop_signals();
    const timespec pause{0, 5'000'000};  // so short that nobody feels the end of an Interrupt
    while (!end.stop_requested()) {
        const int signal = sigtimedwait(&set, nullptr, &pause);
        if (signal < 0) continue;
        if (source_.stop_requested()) std::_Exit(130);
        is_to_end_.store(signal == SIGTERM);
        source_.request_stop();
    }
}

Interrupt::Interrupt() {
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiter_ = std::jthread([this](const std::stop_token& end) { wait_for_signals(end); });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    const sigset_t set = stop_signals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace deepwell
