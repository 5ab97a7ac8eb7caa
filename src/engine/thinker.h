// Thinker: an engine's moves, one after the other, for who waits for each; between them it ponders
// on the answer that it expects, if the option `ponder` says so.
//
//     Thinker thinker(engine);
//     const auto result = thinker.think(game, limits, stop);      our move
//     game.play(*result->best);
//     thinker.ponder(game, result->ponder, limits);               until the opponent has moved
//
// The engine stays its owner's, who must not start a search of it while the thinker ponders.

#pragma once

#include <optional>
#include <stop_token>

#include "engine/engine.h"

namespace deepwell::engine {

// Searches to the end of the limits, or until told to stop.
Result<search::SearchResult> search_to_end(Engine& engine,
                                           const Game& game,
                                           const search::Limits& limits,
                                           Mode mode,
                                           const std::stop_token& stop);

class Thinker {
public:
    // The engine must outlive it.
    explicit Thinker(Engine& engine) : engine_(engine) {}
    ~Thinker() { stop_pondering(); }
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    // The move to play.  If this game is what was pondered on, that search goes on, and its limits
    // of time count from now; else it is stopped, and another one begins.
    Result<search::SearchResult> think(const Game& game,
                                       const search::Limits& limits,
                                       const std::stop_token& stop);

    // Begins to think about the game in which the opponent gives the expected answer, with the
    // limits that will hold then, and returns at once.  Nothing happens if the option is off, at a
    // level (a beginner rests), if nothing is expected or if the answer ends the game.
    void ponder(const Game& game,
                const std::optional<Move>& expected,
                const search::Limits& limits);
    void stop_pondering();
    bool is_pondering() const { return pondered_.has_value(); }

private:
    Engine& engine_;
    std::optional<Game> pondered_;  // with the expected answer
    // Of the engine's thread while it runs.
    std::optional<Result<search::SearchResult>> found_;
};

}  // namespace deepwell::engine
