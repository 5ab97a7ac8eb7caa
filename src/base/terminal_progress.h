// TerminalProgress: shows progress on stderr with rate and time left: one line in place on a
// terminal, a plain line now and then when stderr is a file or a pipe.

#pragma once

#include <mutex>
#include <string>

#include "base/progress.h"
#include "base/stopwatch.h"

namespace deepwell {

class TerminalProgress final : public Progress {
public:
    TerminalProgress();
    ~TerminalProgress() override;  // clears the line
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    void update(const ProgressState& state) override;
    // Takes the line from the terminal, for what is printed next; a later update() brings it back.
    void clear();

private:
    bool in_place_;
    std::mutex mutex_;
    Stopwatch watch_;
    double next_shown_;
    bool line_is_drawn_ = false;
};

// "1.5 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);
// "950", "12.3 thousand", "4.56 million".
std::string amount_text(double amount);
// The line that TerminalProgress shows after `elapsed` seconds.
std::string progress_text(const ProgressState& state, double elapsed);

}  // namespace deepwell
