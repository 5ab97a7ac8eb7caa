#include "tune/budget.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace deepwell::tune {

namespace {

constexpr double LongestSeconds = 86'400;
constexpr std::array Limits{"time", "clock", "nodes", "depth"};

double seconds_of(Milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

Milliseconds milliseconds_of(double seconds) {
    return Milliseconds(std::llround(seconds * 1000));
}

Result<double> parse_seconds(std::string_view text) {
    const bool minutes = text.ends_with('m');
    if (minutes) text.remove_suffix(1);
    const auto number = parse_decimal(text, 0, LongestSeconds / (minutes ? 60 : 1));
    if (!number) return Failure{number.error()};
    return *number * (minutes ? 60 : 1);
}

Result<GameClock> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto base = parse_seconds(text.substr(0, plus));
    if (!base) return Failure{base.error()};
    GameClock clock{milliseconds_of(*base), Milliseconds(0)};
    if (plus != std::string_view::npos) {
        const auto increment = parse_seconds(text.substr(plus + 1));
        if (!increment) return Failure{increment.error()};
        clock.increment = milliseconds_of(*increment);
    }
    if (clock.base.count() == 0) return Failure{"the clock needs time to begin with"};
    return clock;
}

Result<Budget> read_limit(Budget budget, std::string_view name, std::string_view value) {
    if (name == "time") {
        const auto seconds = parse_decimal(value, 0.001, LongestSeconds);
        if (!seconds) return Failure{seconds.error()};
        budget.move_time = milliseconds_of(*seconds);
    } else if (name == "clock") {
        const auto clock = parse_clock(value);
        if (!clock) return Failure{clock.error()};
        budget.clock = *clock;
    } else if (name == "nodes") {
        const auto nodes = parse_whole(value, 1, 1'000'000'000'000);
        if (!nodes) return Failure{nodes.error()};
        budget.nodes = static_cast<std::uint64_t>(*nodes);
    } else {
        const auto depth = parse_whole(value, 1, 100);
        if (!depth) return Failure{depth.error()};
        budget.depth = static_cast<int>(*depth);
    }
    return budget;
}

template <class Number>
std::optional<Number> read_number(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

Result<long long> parse_whole(std::string_view text, long long least, long long most) {
    const auto number = read_number<long long>(text);
    if (!number || *number < least || *number > most)
        return Failure{fmt::format("'{}' is not a whole number from {} to {}", text, least, most)};
    return *number;
}

Result<double> parse_decimal(std::string_view text, double least, double most) {
    const auto number = read_number<double>(text);
    if (!number || !(*number >= least && *number <= most))
        return Failure{fmt::format("'{}' is not a number from {} to {}", text, least, most)};
    return *number;
}

bool is_limit(std::string_view name) {
    return std::find(Limits.begin(), Limits.end(), name) != Limits.end();
}

Result<Budget> with_limit(Budget budget, std::string_view name, std::string_view value) {
    auto result = read_limit(budget, name, value);
    if (!result) return Failure{fmt::format("{}: {}", name, result.error())};
    return result;
}

std::string to_text(const Budget& budget) {
    std::string text;
    const auto add = [&](const std::string& limit) {
        if (!text.empty()) text += ' ';
        text += limit;
    };
    if (budget.move_time) add(fmt::format("time={}", seconds_of(*budget.move_time)));
    if (budget.clock)
        add(fmt::format(
            "clock={}+{}", seconds_of(budget.clock->base), seconds_of(budget.clock->increment)));
    if (budget.nodes) add(fmt::format("nodes={}", *budget.nodes));
    if (budget.depth) add(fmt::format("depth={}", *budget.depth));
    return text;
}

SideClock::SideClock(const Budget& budget) : budget_(budget) {
    if (budget.clock) left_ = seconds_of(budget.clock->base);
}

search::Limits SideClock::limits() const {
    search::Limits limits;
    limits.depth = budget_.depth;
    limits.nodes = budget_.nodes;
    limits.move_time = budget_.move_time;
    if (budget_.clock) {
        limits.remaining = std::max(milliseconds_of(left_), Milliseconds(1));
        limits.increment = budget_.clock->increment;
    }
    return limits;
}

std::optional<double> SideClock::allowed() const {
    std::optional<double> least;
    if (budget_.move_time) least = seconds_of(*budget_.move_time);
    if (budget_.clock) least = std::min(least.value_or(left_), left_);
    return least;
}

void SideClock::spend(double seconds) {
    if (!budget_.clock) return;
    left_ = std::max(left_ - seconds, 0.0) + seconds_of(budget_.clock->increment);
}

}  // namespace deepwell::tune
