#include "protocol/hub_level.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace deepwell::protocol {

namespace {

using search::Limits;
using search::Milliseconds;

constexpr double MaxLevelSeconds = 1e7;  // four months
constexpr std::int64_t MaxMoves = 1'000'000;
constexpr double MillisecondsPerSecond = 1000;

Failure bad_value(std::string_view name, std::string_view value) {
    return {fmt::format("level: {} cannot be {}", name, value)};
}

// The failure is for the name given; nothing is no failure.
Result<std::optional<Milliseconds>> time_of(const HubLine& line,
                                            std::string_view name,
                                            double least) {
    const auto text = line.value(name);
    if (!text) return std::optional<Milliseconds>{};
    const auto seconds = parse_real(*text);
    if (!seconds || *seconds < least || *seconds > MaxLevelSeconds) return bad_value(name, *text);
    return std::optional(Milliseconds(std::llround(*seconds * MillisecondsPerSecond)));
}

Result<std::optional<std::int64_t>> count_of(const HubLine& line,
                                             std::string_view name,
                                             std::int64_t most) {
    const auto text = line.value(name);
    if (!text) return std::optional<std::int64_t>{};
    std::int64_t count = 0;
    const char* end = text->data() + text->size();
    const auto [stop, fault] = std::from_chars(text->data(), end, count);
    if (stop != end || fault != std::errc{} || count < 1 || count > most)
        return bad_value(name, *text);
    return std::optional(count);
}

// What the clock shows: the increment of this move is in it already.
Result<Limits> with_clock(const HubLine& line, Limits limits) {
    const auto increment = time_of(line, "inc", 0);
    const auto time = time_of(line, "time", -MaxLevelSeconds);
    const auto moves = count_of(line, "moves", MaxMoves);
    if (!increment) return Failure{increment.error()};
    if (!time) return Failure{time.error()};
    if (!moves) return Failure{moves.error()};
    if (!*time) {
        if (*moves || *increment) return Failure{"level: moves and inc need time"};
        return limits;
    }
    limits.increment = increment->value_or(Milliseconds(0));
    limits.remaining = std::max(**time + limits.increment, Milliseconds(0));
    limits.moves_to_go = static_cast<int>(moves->value_or(0));
    return limits;
}

std::string seconds_text(Milliseconds time) {
    return fmt::format("{:.3f}", static_cast<double>(time.count()) / MillisecondsPerSecond);
}

}  // namespace

std::optional<double> parse_real(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    if (text.empty() || stop != end || fault != std::errc{} || !std::isfinite(number))
        return std::nullopt;
    return number;
}

Result<Limits> parse_level(const HubLine& line) {
    const auto depth = count_of(line, "depth", MaxMoves);
    const auto nodes = count_of(line, "nodes", INT64_MAX);
    const auto move_time = time_of(line, "move-time", 0);
    if (!depth) return Failure{depth.error()};
    if (!nodes) return Failure{nodes.error()};
    if (!move_time) return Failure{move_time.error()};
    Limits limits;
    if (*depth) limits.depth = static_cast<int>(**depth);
    if (*nodes) limits.nodes = static_cast<std::uint64_t>(**nodes);
    limits.move_time = *move_time;
    limits.infinite = line.has("infinite");
    auto all = with_clock(line, limits);
    if (!all) return all;
    if (!all->depth && !all->nodes && !all->move_time && !all->remaining && !all->infinite)
        return Failure{"level: no limit is given"};
    return all;
}

HubLine level_line(const Limits& limits) {
    HubLine line{"level", {}};
    const auto add = [&](const char* name, std::string value) {
        line.arguments.push_back({name, std::move(value)});
    };
    if (limits.infinite) line.arguments.push_back({"infinite", "", true});
    if (limits.depth) add("depth", std::to_string(*limits.depth));
    if (limits.nodes) add("nodes", std::to_string(*limits.nodes));
    if (limits.move_time) add("move-time", seconds_text(*limits.move_time));
    if (!limits.remaining) return line;
    if (limits.moves_to_go > 0) add("moves", std::to_string(limits.moves_to_go));
    add("time", seconds_text(*limits.remaining - limits.increment));
    if (limits.increment.count() > 0) add("inc", seconds_text(limits.increment));
    return line;
}

}  // namespace deepwell::protocol
