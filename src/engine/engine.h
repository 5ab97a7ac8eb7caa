// Engine: the face that every interface talks to.  It holds the options and the game, thinks on a
// thread of its own and tells what it finds through callbacks.  No text goes in or out.
//
//     Engine engine;
//     engine.set("hash", "256");
//     engine.set_position(game);
//     engine.go({.move_time = 1s}, Mode::Think, {.on_info = show, .on_done = play});
//
// Thread rule: one thread owns it and calls everything; stop(), ponder_hit() and is_searching() may
// come from any thread, callbacks included.  Callbacks run on the engine's thread.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

#include "board/game.h"
#include "engine/options.h"
#include "engine/search.h"

namespace deepwell::engine {

enum class Mode {
    Think,    // for the move to play, at the level that is set
    Ponder,   // the same on the opponent's time: the limits of time count from ponder_hit()
    Analyse,  // at full width (multipv); until stop() if there are no limits
};

struct Callbacks {
    search::InfoCallback on_info;
    // Once for each go(), whatever ends it.  A Failure says in one line why there is no result.
    std::function<void(const Result<search::SearchResult>&)> on_done;
};

class Engine {
public:
    explicit Engine(SearchFactory factory = make_search, Settings settings = {});
    // Stops what goes on, and its on_done() is called.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const Settings& settings() const { return settings_; }
    // As Settings::set().  Counts from the next go() on.
    std::optional<Failure> set(std::string_view name, std::string_view text);

    // Opens files and takes memory now rather than on the time of the next go().  Waits for a
    // search that goes on.
    std::optional<Failure> prepare();

    // The start position, and everything that was learned is forgotten.  Stops what goes on.
    void new_game();
    void set_position(Game game) { game_ = std::move(game); }
    const Game& game() const { return game_; }

    // Begins and returns at once.  A search that goes on is stopped first, and its on_done() is
    // called.  limits.ponder, infinite, wants_score and ponder_hit are the mode's business;
    // multi_pv 1 means as the option says.  REQUIRES: not called from a callback.
    void go(search::Limits limits, Mode mode, Callbacks callbacks);

    // Ends the search soon, with the best that was found.  Nothing happens if there is none.
    void stop();
    // The move that was pondered on was played.  Never lost, however early after go(); nothing
    // happens if it does not ponder.
    void ponder_hit();
    // Until on_done() has returned.  REQUIRES: not called from a callback.
    void wait();
    // From go() until on_done() has returned.
    bool is_searching() const { return searching_.load(); }

private:
    struct Signals {
        std::stop_source stop;
        std::stop_source hit;
    };
    Signals signals() const;
    void finish();
    std::optional<Failure> make_if_needed(const Settings& settings);
    Result<search::SearchResult> run(const Game& game,
                                     const search::Limits& limits,
                                     const Settings& settings,
                                     const std::stop_token& stop,
                                     const search::InfoCallback& on_info);

    SearchFactory factory_;
    Settings settings_;
    Game game_;

    std::unique_ptr<Search> search_;  // of the engine's thread while it runs
    Settings made_with_;
    mutable std::mutex mutex_;  // of signals_
    Signals signals_;
    std::atomic<bool> searching_ = false;
    std::thread thread_;
};

}  // namespace deepwell::engine
