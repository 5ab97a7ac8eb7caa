// GameClock: the two clocks of a game.  At most one runs.

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "board/square.h"

namespace deepwell::cli {

class GameClock {
public:
    // Seconds that each side begins with, seconds that each move adds, and what time it is.
    GameClock(double seconds, double increment, std::function<double()> now)
        : now_(std::move(now)), increment_(increment), left_{seconds, seconds} {}

    // The side's clock runs from now on; the other one stands.
    void start(Side side) {
        stop();
        running_ = side;
        since_ = now_();
    }
    void stop() {
        if (running_) left_[index(*running_)] -= now_() - since_;
        running_.reset();
    }
    // Stops both and adds the increment of a move to the one that ran.
    void finish_move() {
        const auto mover = running_;
        stop();
        if (mover) left_[index(*mover)] += increment_;
    }

    double left(Side side) const {
        return left_[index(side)] - (running_ == side ? now_() - since_ : 0);
    }
    double increment() const { return increment_; }

private:
    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    std::function<double()> now_;
    double increment_;
    std::array<double, 2> left_;
    std::optional<Side> running_;
    double since_ = 0;
};

// "5+2": five minutes, and two seconds for each move; "5": none for a move.
Result<GameClock> parse_clock(std::string_view text, std::function<double()> now);
// "4:59"
std::string clock_text(double seconds);

}  // namespace deepwell::cli
