// Referee: plays one game between two players and says how it ended and why.
//
// Nothing that a player does stops it: an illegal move, a crash or too long a thought is a loss.

#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "board/game.h"
#include "egdb/database.h"
#include "tune/budget.h"
#include "tune/match_openings.h"
#include "tune/player.h"

namespace deepwell::tune {

struct RefereeRules {
    std::array<Budget, 2> budgets;  // of the first and of the second player
    double margin = 0.05;           // seconds that a move may take beyond what is allowed
    int max_plies = 400;            // then it is a draw; the opening counts
    // Ends a game as soon as it knows the value.
    const egdb::Database* adjudicator = nullptr;
};

struct Seats {
    Player& black;
    Player& white;
    bool first_is_black = true;  // who is the first player, for the budgets
};

// Stands in the reason of every game that ended by forfeit, and of no other.
inline constexpr std::string_view ForfeitWord = " forfeits: ";

struct PlayedGame {
    Game game;
    std::size_t opening_plies = 0;
    std::vector<Thought> thoughts;  // of the moves after the opening
    Outcome outcome = Outcome::Open;
    bool is_forfeit = false;
    std::string reason;  // "third repetition", "White forfeits: illegal move '11-99'"
};

// Nothing if a stop was requested before the end.
std::optional<PlayedGame> play_game(const Opening& opening,
                                    const Seats& seats,
                                    const RefereeRules& rules,
                                    const std::stop_token& stop);

}  // namespace deepwell::tune
