// Match: many games between two players, some of them at the same time.
//
// Game 2k and game 2k + 1 are pair k: the same opening, the first player Black in the even one.

#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "tune/match_statistics.h"
#include "tune/referee.h"

namespace deepwell::tune {

constexpr bool first_is_black(std::uint64_t game) {
    return game % 2 == 0;
}

// For the first player.  REQUIRES: the outcome is not Open.
Points points_of(Outcome outcome, std::uint64_t game);

struct MatchPlan {
    const OpeningSource& openings;
    PlayerFactory first;
    PlayerFactory second;
    RefereeRules rules;
    int concurrency = 1;  // games at once; each has a thread and players of its own
};

struct MatchGame {
    std::uint64_t number = 0;
    std::string opening;
    PlayedGame played;
    Points points = Points::Draw;  // of the first player
};
// Called by the thread that called run_match(), in the order in which games end; false ends the
// match.
using GameCallback = std::function<bool(const MatchGame&)>;

// Plays the games of these numbers.  Games that are not over when it ends are dropped.  Throws what
// a player or an opening source throws.
void run_match(const MatchPlan& plan,
               const std::vector<std::uint64_t>& games,
               const std::stop_token& stop,
               const GameCallback& on_game);

}  // namespace deepwell::tune
