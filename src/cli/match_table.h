// The standing of a match, for people and for machines.

#pragma once

#include <optional>
#include <string>

#include "base/stopwatch.h"
#include "cli/command.h"
#include "tune/match_file.h"
#include "tune/match_statistics.h"

namespace deepwell::cli {

struct MatchStanding {
    std::string first;
    std::string second;
    tune::MatchTally tally;
    std::uint64_t first_forfeits = 0;
    std::uint64_t second_forfeits = 0;
    std::optional<tune::Sprt> sprt;

    void add(std::uint64_t game, const tune::FinishedGame& result);
    tune::Verdict verdict() const;
};

// "120 games: +30 =70 -20, 54.2 %, Elo +29.0 (-5.1 to +63.9), LOS 95.3 %, LLR 1.23 (-2.94 to 2.94)"
std::string standing_line(const MatchStanding& standing);
// The end of a match, in several lines.
std::string standing_table(const MatchStanding& standing);
Json standing_json(const MatchStanding& standing);

// Shows the standing on stderr while games end: one line in place on a terminal, else a line every
// 20 games.
class LiveStanding {
public:
    // Without a total the end is not known, and no time left is told.
    explicit LiveStanding(std::optional<std::uint64_t> total_games);
    ~LiveStanding();  // clears the line
    LiveStanding(const LiveStanding&) = delete;
    LiveStanding& operator=(const LiveStanding&) = delete;

    void update(const MatchStanding& standing);

private:
    std::string speed_text(std::uint64_t done, double now) const;

    std::optional<std::uint64_t> total_;
    bool in_place_;
    Stopwatch watch_;
    std::uint64_t played_ = 0;  // in this run
    double next_shown_ = 0;
};

}  // namespace deepwell::cli
