// Budget: what a player may spend on its moves, by the move or by the game.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "search/limits.h"

namespace deepwell::tune {

using search::Milliseconds;

struct GameClock {
    Milliseconds base{0};       // for the whole game
    Milliseconds increment{0};  // added after each move
    bool operator==(const GameClock&) const = default;
};

// All limits that are given hold at once.
struct Budget {
    std::optional<Milliseconds> move_time;
    std::optional<GameClock> clock;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;

    bool is_empty() const { return !move_time && !clock && !nodes && !depth; }
    bool operator==(const Budget&) const = default;
};

// Is this the name of a limit: time, clock, nodes or depth?
bool is_limit(std::string_view name);

// The budget with one limit more: time=0.1 (seconds), clock=60+0.5 (seconds and increment; 5m+3 for
// minutes), nodes=5000, depth=9.  REQUIRES: is_limit(name).
Result<Budget> with_limit(Budget budget, std::string_view name, std::string_view value);

// "time=0.1 nodes=5000": what with_limit() reads.
std::string to_text(const Budget& budget);

// A whole number in this range, or a number of seconds, as a user writes them.
Result<long long> parse_whole(std::string_view text, long long least, long long most);
Result<double> parse_decimal(std::string_view text, double least, double most);

// What one side has left in a game.
class SideClock {
public:
    explicit SideClock(const Budget& budget);

    search::Limits limits() const;
    // Seconds that the next move may take; nothing if only nodes or depth limit it.
    std::optional<double> allowed() const;
    // A move was made within allowed().
    void spend(double seconds);

private:
    Budget budget_;
    double left_ = 0;  // of the game's clock, in seconds
};

}  // namespace deepwell::tune
