#include "cli/game_clock.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "cli/failure.h"

namespace deepwell::cli {

namespace {

constexpr double SecondsInMinute = 60;
constexpr double MostMinutes = 365.0 * 24 * 60;

std::optional<double> number_from(std::string_view text, double most) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!(value >= 0 && value <= most)) return std::nullopt;
    return value;
}

}  // namespace

Result<GameClock> parse_clock(std::string_view text, std::function<double()> now) {
    const std::size_t plus = text.find('+');
    const bool has_increment = plus != std::string_view::npos;
    const auto minutes = number_from(text.substr(0, plus), MostMinutes);
    const auto increment =
        has_increment ? number_from(text.substr(plus + 1), SecondsInMinute * MostMinutes) : 0.0;
    if (!minutes || *minutes == 0 || !increment)
        return Failure{fmt::format("'{}' is not MINUTES+SECONDS, as in 5+2", printable(text))};
    return GameClock(SecondsInMinute * *minutes, *increment, std::move(now));
}

std::string clock_text(double seconds) {
    const int whole = static_cast<int>(std::max(seconds, 0.0));
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace deepwell::cli
