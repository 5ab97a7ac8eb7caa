#include "base/terminal_progress.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

#include "base/clear_line.h"

namespace deepwell {

namespace {

constexpr double SecondsBeforeFirst = 0.5;  // short work shows nothing
constexpr double SecondsInPlace = 0.1;
constexpr double SecondsBetweenLines = 10;

}  // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.1f} s", seconds);
    if (seconds < 3600) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
    const auto minutes = static_cast<long long>(std::min(seconds, 1e12) / 60);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string amount_text(double amount) {
    if (amount < 1e4) return fmt::format("{:.0f}", amount);
    if (amount < 1e6) return fmt::format("{:.1f} thousand", amount / 1e3);
    if (amount < 1e9) return fmt::format("{:.2f} million", amount / 1e6);
    return fmt::format("{:.2f} billion", amount / 1e9);
}

std::string progress_text(const ProgressState& state, double elapsed) {
    const double rate = state.rate > 0 ? state.rate : elapsed > 0 ? state.done / elapsed : 0;
    const std::string speed =
        fmt::format("{} {}, {}/s", amount_text(state.done), state.unit, amount_text(rate));
    if (state.total <= 0) return fmt::format("{}: {}", state.stage, speed);
    const double left = rate > 0 ? (state.total - state.done) / rate : 0;
    return fmt::format("{}: {:.0f} %, {}, {} left",
                       state.stage,
                       std::floor(100 * state.done / state.total),
                       speed,
                       duration_text(left));
}

TerminalProgress::TerminalProgress()
    : in_place_(isatty(STDERR_FILENO) != 0),
      next_shown_(in_place_ ? SecondsBeforeFirst : SecondsBetweenLines) {}

TerminalProgress::~TerminalProgress() {
    clear();
}

void TerminalProgress::update(const ProgressState& state) {
    const std::lock_guard lock(mutex_);
    const double now = watch_.seconds();
    if (now < next_shown_) return;
    next_shown_ = now + (in_place_ ? SecondsInPlace : SecondsBetweenLines);
    const std::string line = progress_text(state, now);
    if (in_place_) {
        fmt::print(stderr, "{}{}", ClearLine, line);
        line_is_drawn_ = true;
    } else {
        fmt::print(stderr, "{}\n", line);
    }
    std::fflush(stderr);
}

void TerminalProgress::clear() {
    const std::lock_guard lock(mutex_);
    if (line_is_drawn_) std::fputs(ClearLine, stderr);
    line_is_drawn_ = false;
}

}  // namespace deepwell
