// Player: whoever makes the moves of a match: our own search, another program, a fake in a test.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "board/game.h"
#include "eval/score.h"
#include "search/limits.h"

namespace deepwell::tune {

// A move, and what the player thought of it.
struct Thought {
    Move move;
    std::optional<Score> score;  // for the player (search/search_score.h); nothing: it did not say
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;  // of the referee's clock, which sets it
};

// The player did not make a move and has lost.
enum class Fault { IllegalMove, BadText, Crash, Overrun, Error, Resignation };
const char* describe(Fault fault);  // "illegal move", "crash", "error", ...

struct Forfeit {
    Fault fault = Fault::Crash;
    std::string detail;  // "'12-99': the board has no such square"; may be empty
};

using Choice = std::variant<Thought, Forfeit>;

// Thread rule: one call at a time, from any thread.
class Player {
public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // Forgets the last game.  A player that failed there is made fit to play again here.
    virtual void new_game() = 0;

    // The move for the side to move.  When a stop is requested it returns soon, with anything.
    // REQUIRES: there is a legal move.
    virtual Choice choose(const Game& game,
                          const search::Limits& limits,
                          const std::stop_token& stop) = 0;
};

// Every game that runs at the same time has players of its own.
using PlayerFactory = std::function<std::unique_ptr<Player>()>;

}  // namespace deepwell::tune
