// What a fit of weights found, as a page: HTML with SVG drawings, nothing loaded from elsewhere.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tune/fitted_weights.h"

namespace deepwell::tune {

// How often a search of so many plies plays the masters' moves.
struct MatchRate {
    int depth = 0;
    double before = 0;
    double after = 0;
};

// A match of the new weights against the old ones.
struct MatchOutcome {
    std::uint64_t games = 0;
    double elo = 0, low = 0, high = 0;
    std::string accepted;  // "elo1": better; "elo0": not; "open" or "": no verdict
};

struct TuneReport {
    std::string method;  // sentences for people
    std::string data;
    std::string loss_name;  // what the losses are
    Weights before;
    FittedWeights fit;
    std::size_t matched_moves = 0;  // of held-out games, that the rates are about
    std::vector<MatchRate> rates;   // none: no games to match
    std::string match_command;
    std::optional<MatchOutcome> match;
};

std::string plies_text(int plies);  // "1 ply", "3 plies"

// Whether the new weights may become the default, in words; also where a better match rate did not
// mean better play.
std::string verdict_text(const TuneReport& report);

std::string to_html(const TuneReport& report);

}  // namespace deepwell::tune
