#include "cli/match_table.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clear_line.h"
#include "base/terminal_progress.h"

namespace deepwell::cli {

namespace {

constexpr double SecondsInPlace = 0.2;
constexpr std::uint64_t GamesBetweenLines = 20;

std::string elo_text(double elo) {
    if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
    return fmt::format("{:+.1f}", elo);
}

std::string ratio_text(const MatchStanding& standing) {
    const tune::Sprt& sprt = *standing.sprt;
    return fmt::format("LLR {:.2f} ({:.2f} to {:.2f})",
                       log_likelihood_ratio(standing.tally.pairs(), sprt),
                       sprt.lower(),
                       sprt.upper());
}

std::string sprt_text(const MatchStanding& standing) {
    const tune::Sprt& sprt = *standing.sprt;
    switch (standing.verdict()) {
        case tune::Verdict::AcceptElo0:
            return fmt::format("not better by {} Elo: elo0 = {} is accepted", sprt.elo1, sprt.elo0);
        case tune::Verdict::AcceptElo1:
            return fmt::format(
                "better than by {} Elo: elo1 = {} is accepted", sprt.elo0, sprt.elo1);
        case tune::Verdict::Open:
            return "undecided";
    }
    __builtin_unreachable();
}

const char* verdict_word(tune::Verdict verdict) {
    switch (verdict) {
        case tune::Verdict::AcceptElo0:
            return "elo0";
        case tune::Verdict::AcceptElo1:
            return "elo1";
        case tune::Verdict::Open:
            return "open";
    }
    __builtin_unreachable();
}

// A line that wraps cannot be cleared.
std::size_t terminal_columns() {
    winsize size{};
    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : 80;
}

// JSON has no infinity.
Json finite(double number) {
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

}  // namespace

void MatchStanding::add(std::uint64_t game, const tune::FinishedGame& result) {
    tally.add(game, result.points);
    if (!result.is_forfeit) return;
    ++(result.points == tune::Points::Win ? second_forfeits : first_forfeits);
}

tune::Verdict MatchStanding::verdict() const {
    return sprt ? tune::verdict(tally.pairs(), *sprt) : tune::Verdict::Open;
}

std::string standing_line(const MatchStanding& standing) {
    const tune::MatchTally& tally = standing.tally;
    std::string text = fmt::format("{} games: +{} ={} -{}, {:.1f} %",
                                   tally.games(),
                                   tally.wins(),
                                   tally.draws(),
                                   tally.losses(),
                                   100 * tally.score());
    if (const auto estimate = tune::estimate_elo(tally.pairs()))
        text += fmt::format(", Elo {} ({} to {}), LOS {:.1f} %",
                            elo_text(estimate->elo),
                            elo_text(estimate->low),
                            elo_text(estimate->high),
                            100 * estimate->superiority);
    if (standing.sprt) text += ", " + ratio_text(standing);
    return text;
}

std::string standing_table(const MatchStanding& standing) {
    const tune::MatchTally& tally = standing.tally;
    const auto& pairs = tally.pairs().of_half_points;
    std::string text = fmt::format(
        "first    {}\nsecond   {}\ngames    {}: {} won, {} drawn, {} lost by the first\nscore    "
        "{:.1f} %\npairs    {} with 0, 1/2, 1, 3/2, 2 points: {} {} {} {} {}\n",
        standing.first,
        standing.second,
        tally.games(),
        tally.wins(),
        tally.draws(),
        tally.losses(),
        100 * tally.score(),
        tally.pairs().pairs(),
        pairs[0],
        pairs[1],
        pairs[2],
        pairs[3],
        pairs[4]);
    if (const auto estimate = tune::estimate_elo(tally.pairs()))
        text += fmt::format("Elo      {}, 95 % {} to {}\nLOS      {:.1f} %\n",
                            elo_text(estimate->elo),
                            elo_text(estimate->low),
                            elo_text(estimate->high),
                            100 * estimate->superiority);
    if (standing.first_forfeits + standing.second_forfeits > 0)
        text += fmt::format("forfeits {} by the first, {} by the second\n",
                            standing.first_forfeits,
                            standing.second_forfeits);
    if (standing.sprt)
        text += fmt::format("SPRT     {}: {}\n", ratio_text(standing), sprt_text(standing));
    text.pop_back();
    return text;
}

Json standing_json(const MatchStanding& standing) {
    const tune::MatchTally& tally = standing.tally;
    Json json = {{"first", standing.first},
                 {"second", standing.second},
                 {"games", tally.games()},
                 {"wins", tally.wins()},
                 {"draws", tally.draws()},
                 {"losses", tally.losses()},
                 {"score", tally.score()},
                 {"pairs", tally.pairs().of_half_points},
                 {"first_forfeits", standing.first_forfeits},
                 {"second_forfeits", standing.second_forfeits},
                 {"elo", nullptr},
                 {"elo_low", nullptr},
                 {"elo_high", nullptr},
                 {"los", nullptr}};
    if (const auto estimate = tune::estimate_elo(tally.pairs())) {
        json["elo"] = finite(estimate->elo);
        json["elo_low"] = finite(estimate->low);
        json["elo_high"] = finite(estimate->high);
        json["los"] = estimate->superiority;
    }
    if (standing.sprt)
        json["sprt"] = {{"elo0", standing.sprt->elo0},
                        {"elo1", standing.sprt->elo1},
                        {"llr", log_likelihood_ratio(tally.pairs(), *standing.sprt)},
                        {"lower", standing.sprt->lower()},
                        {"upper", standing.sprt->upper()},
                        {"accepted", verdict_word(standing.verdict())}};
    return json;
}

LiveStanding::LiveStanding(std::optional<std::uint64_t> total_games)
    : total_(total_games), in_place_(isatty(STDERR_FILENO) != 0) {}

LiveStanding::~LiveStanding() {
    if (in_place_ && played_ > 0) std::fputs(ClearLine, stderr);
}

void LiveStanding::update(const MatchStanding& standing) {
    ++played_;
    const double now = watch_.seconds();
    const bool is_due = in_place_ ? now >= next_shown_ : played_ % GamesBetweenLines == 0;
    if (!is_due) return;
    next_shown_ = now + SecondsInPlace;
    const std::string line =
        fmt::format("{}, {}", standing_line(standing), speed_text(standing.tally.games(), now));
    if (in_place_)
        fmt::print(stderr, "{}{}", ClearLine, line.substr(0, terminal_columns() - 1));
    else
        fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
}

std::string LiveStanding::speed_text(std::uint64_t done, double now) const {
    const double rate = static_cast<double>(played_) / now;
    std::string speed = fmt::format("{:.1f} games/s", rate);
    if (!total_) return speed;
    const std::uint64_t left = *total_ > done ? *total_ - done : 0;
    return fmt::format("{}, {} left", speed, duration_text(static_cast<double>(left) / rate));
}

}  // namespace deepwell::cli
