#include "tune/tune_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace deepwell::tune {

namespace {

constexpr const char* Style =
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.15em .8em;text-align:right;border-bottom:1px "
    "solid #ddd}"
    "td:first-child,th:first-child{text-align:left}pre{background:#f4f4f4;padding:.7em;overflow:"
    "auto}"
    ".before{fill:#999;stroke:#999}.after{fill:#1663b0;stroke:#1663b0}text{font:12px "
    "sans-serif;fill:#222;stroke:none}"
    ".axis{stroke:#ccc}.line{fill:none;stroke-width:2}";

// In drawings.
constexpr double RowHeight = 18;
constexpr double NamesWidth = 150;
constexpr double PlotWidth = 420;
constexpr double NumbersWidth = 190;
constexpr double Sigmas = 1.96;  // 95 % of a normal distribution

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

const char* pieces_of_phase(std::size_t phase) {
    constexpr std::array<const char*, PhaseCount> Pieces{"20-24", "14-19", "10-13", "0-9"};
    return Pieces[phase];
}

// The largest weight drawn; men and kings are far beyond the rest and stand at the edge.
double range_of(const TuneReport& report, std::size_t phase) {
    double range = 5;
    for (const Heuristic h : Heuristics) {
        if (h == Heuristic::PieceCount || h == Heuristic::KingCount) continue;
        const auto i = static_cast<std::size_t>(h);
        range = std::max(
            {range,
             std::abs(1.0 * report.before.phases[phase][h]),
             std::abs(report.fit.weights.phases[phase][h]) + Sigmas * report.fit.errors[phase][i]});
    }
    return range;
}

std::string weight_row(const TuneReport& report, std::size_t phase, Heuristic h, double range) {
    const auto i = static_cast<std::size_t>(h);
    const int before = report.before.phases[phase][h];
    const int after = report.fit.weights.phases[phase][h];
    const double error = Sigmas * report.fit.errors[phase][i];
    const auto x = [&](double weight) {
        return NamesWidth + PlotWidth / 2 * (1 + std::clamp(weight / range, -1.0, 1.0));
    };
    const double y = RowHeight * (static_cast<double>(i) + 0.5);
    return fmt::format(
        "<text x='0' y='{:.1f}'>{}</text>"
        "<circle class='before' cx='{:.1f}' cy='{:.1f}' r='4'/>"
        "<line class='after' stroke-width='2' x1='{:.1f}' x2='{:.1f}' y1='{:.1f}' y2='{:.1f}'/>"
        "<circle class='after' cx='{:.1f}' cy='{:.1f}' r='3'/>"
        "<text x='{:.1f}' y='{:.1f}'>{} to {} &#177; {:.1f}</text>\n",
        y + 4,
        name_of(h),
        x(before),
        y,
        x(after - error),
        x(after + error),
        y,
        y,
        x(after),
        y,
        NamesWidth + PlotWidth + 12,
        y + 4,
        before,
        after,
        error);
}

std::string weights_drawing(const TuneReport& report, std::size_t phase) {
    const double range = range_of(report, phase);
    const double height = RowHeight * HeuristicCount;
    const double middle = NamesWidth + PlotWidth / 2;
    std::string svg = fmt::format(
        "<h3>{} pieces</h3><svg width='{:.0f}' height='{:.0f}' role='img' aria-label='weights with "
        "{} pieces'>"
        "<line class='axis' x1='{:.0f}' x2='{:.0f}' y1='0' y2='{:.0f}'/>\n",
        pieces_of_phase(phase),
        NamesWidth + PlotWidth + NumbersWidth,
        height,
        pieces_of_phase(phase),
        middle,
        middle,
        height);
    for (const Heuristic h : Heuristics) svg += weight_row(report, phase, h, range);
    return svg + fmt::format(
                     "</svg><p>Grey before, blue after with its 95 % interval; the edge is "
                     "{:.0f} points either side.</p>\n",
                     range);
}

std::string loss_table(const TuneReport& report) {
    std::string html = fmt::format(
        "<h2>Loss on held-out games</h2><p>{}</p><table><tr><th>pieces</th><th>learned "
        "from</th><th>before</th><th>after</th></tr>",
        escaped(report.loss_name));
    for (std::size_t phase = 0; phase < PhaseCount; ++phase) {
        const PhaseFit& fit = report.fit.phases[phase];
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.5g}</td><td>{:.5g}</td></tr>",
                            pieces_of_phase(phase),
                            fit.samples,
                            fit.loss_before,
                            fit.loss_after);
    }
    return html + "</table>\n";
}

// One standard deviation of a share that was counted.
double share_error(double share, std::size_t count) {
    return std::sqrt(share * (1 - share) / static_cast<double>(std::max<std::size_t>(count, 1)));
}

// Tenths around all rates, for the drawing.
struct RateAxis {
    double low = 0;
    double high = 1;

    double y(double rate) const { return 190 - 180 * (rate - low) / (high - low); }
};

RateAxis axis_of(const TuneReport& report) {
    double least = 1;
    double most = 0;
    for (const MatchRate& rate : report.rates) {
        least = std::min({least, rate.before, rate.after});
        most = std::max({most, rate.before, rate.after});
    }
    const double low = std::floor(10 * least) / 10;
    return {low, std::max(std::ceil(10 * most) / 10, low + 0.1)};
}

std::string rate_line(const TuneReport& report, double MatchRate::*which, const char* name) {
    const RateAxis axis = axis_of(report);
    std::string points;
    for (std::size_t i = 0; i < report.rates.size(); ++i)
        points += fmt::format(
            "{:.1f},{:.1f} ", 50 + 120.0 * static_cast<double>(i), axis.y(report.rates[i].*which));
    return fmt::format("<polyline class='{} line' points='{}' style='fill:none'/>", name, points);
}

std::string rate_section(const TuneReport& report) {
    std::string html = "<h2>Match rate</h2>";
    if (report.rates.empty())
        return html + "<p>No games were given whose moves could be matched.</p>\n";
    html += fmt::format(
        "<p>How often a search of so many plies plays the move of the game, on {} moves of "
        "held-out games; one standard deviation in brackets.</p>"
        "<table><tr><th>plies</th><th>before</th><th>after</th></tr>",
        report.matched_moves);
    for (const MatchRate& rate : report.rates)
        html +=
            fmt::format("<tr><td>{}</td><td>{:.1f} % ({:.1f})</td><td>{:.1f} % ({:.1f})</td></tr>",
                        rate.depth,
                        100 * rate.before,
                        100 * share_error(rate.before, report.matched_moves),
                        100 * rate.after,
                        100 * share_error(rate.after, report.matched_moves));
    const RateAxis axis = axis_of(report);
    html += fmt::format(
        "</table><svg width='560' height='220' role='img' aria-label='match rate by plies'>"
        "<line class='axis' x1='40' x2='550' y1='190' y2='190'/>"
        "<line class='axis' x1='40' x2='550' y1='10' y2='10'/>"
        "<text x='0' y='194'>{:.0f} %</text><text x='0' y='14'>{:.0f} %</text>",
        100 * axis.low,
        100 * axis.high);
    for (std::size_t i = 0; i < report.rates.size(); ++i)
        html += fmt::format("<text x='{:.0f}' y='210'>{}</text>",
                            32 + 120.0 * static_cast<double>(i),
                            plies_text(report.rates[i].depth));
    return html + rate_line(report, &MatchRate::before, "before") +
           rate_line(report, &MatchRate::after, "after") + "</svg>\n";
}

std::string correlation_section(const TuneReport& report) {
    std::string html = fmt::format(
        "<h2>Heuristics that cannot be told apart</h2><p>Pairs whose values go together with a "
        "coefficient of {:.1f} or more either way: of their weights only a sum is certain.</p>",
        StrongCorrelation);
    if (report.fit.correlations.empty()) return html + "<p>None.</p>\n";
    html +=
        "<table><tr><th>pieces</th><th>heuristic</th><th>heuristic</th><th>coefficient</th></tr>";
    for (const Correlation& one : report.fit.correlations)
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{:+.2f}</td></tr>",
                            pieces_of_phase(one.phase),
                            name_of(one.first),
                            name_of(one.second),
                            one.coefficient);
    return html + "</table>\n";
}

double gain_of(const MatchRate& rate) {
    return rate.after - rate.before;
}

// Where the match rate rose most, or fell least; nothing without rates.
const MatchRate* best_gain(const TuneReport& report) {
    if (report.rates.empty()) return nullptr;
    return &*std::max_element(
        report.rates.begin(), report.rates.end(), [](const MatchRate& a, const MatchRate& b) {
            return gain_of(a) < gain_of(b);
        });
}

}  // namespace

std::string plies_text(int plies) {
    return plies == 1 ? "1 ply" : fmt::format("{} plies", plies);
}

std::string verdict_text(const TuneReport& report) {
    if (!report.match)
        return "No match has been played yet. The new weights become the default only if the match "
               "below accepts that they are better.";
    const MatchOutcome& match = *report.match;
    std::string text =
        fmt::format("In {} games the new weights made {:+.0f} Elo ({:+.0f} to {:+.0f}). ",
                    match.games,
                    match.elo,
                    match.low,
                    match.high);
    const bool is_better = match.accepted == "elo1";
    text += is_better                  ? "The test accepts that they are better."
            : match.accepted == "elo0" ? "The test rejects that they are better."
                                       : "That is no verdict: the old weights stay.";
    const MatchRate* const rate = best_gain(report);
    if (!is_better && rate != nullptr && gain_of(*rate) > 0)
        text += fmt::format(
            " The match rate rose, at {} from {:.1f} to {:.1f} %, yet that did not mean "
            "better play, as Chinook's authors found in 1991.",
            plies_text(rate->depth),
            100 * rate->before,
            100 * rate->after);
    if (is_better && rate != nullptr && gain_of(*rate) <= 0)
        text += " They play better though they match fewer moves of the games.";
    return text;
}

std::string to_html(const TuneReport& report) {
    std::string html = fmt::format(
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Deepwell: fit of "
        "weights</title><style>{}</style></head><body>\n<h1>A fit of "
        "weights</h1><p>{}</p><p>{}</p>\n<h2>Verdict</h2><p>{}</p><pre>{}</pre>\n",
        Style,
        escaped(report.method),
        escaped(report.data),
        escaped(verdict_text(report)),
        escaped(report.match_command));
    html += loss_table(report) + rate_section(report) + "<h2>Weights</h2>";
    for (std::size_t phase = 0; phase < PhaseCount; ++phase) html += weights_drawing(report, phase);
    return html + correlation_section(report) + "</body></html>\n";
}

}  // namespace deepwell::tune
