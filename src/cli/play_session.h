// PlaySession: a game against the engine in the terminal.  It reads lines, moves or commands, and
// writes what a person wants to see; bad input costs one line and nothing else.

#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.h"
#include "board/game.h"
#include "board/pdn.h"
#include "book/learning.h"
#include "cli/board_drawing.h"
#include "cli/game_clock.h"
#include "cli/opinion.h"
#include "cli/play_files.h"
#include "cli/play_record.h"
#include "engine/engine.h"
#include "engine/thinker.h"

namespace deepwell::cli {

struct PlayOptions {
    engine::Settings settings;  // of the opponent, its level included
    Side person = Side::Black;
    double move_seconds = 2;         // for the engine, where there is no clock
    std::optional<GameClock> clock;  // for both
    std::function<double()> now = [watch = Stopwatch()] { return watch.seconds(); };
    DrawingStyle style = DrawingStyle::Ascii;
    bool on_terminal = false;  // prompts; Ctrl-C makes the engine move now
};

class PlaySession {
public:
    PlaySession(PlayOptions options,
                std::istream& in,
                std::ostream& out,
                const engine::SearchFactory& factory = engine::make_search);

    // Makes the opponent ready.  What is wrong with the settings, or nothing.
    std::optional<Failure> prepare() { return opponent_.prepare(); }

    // The game number `number` of a PDN file, at its last move, with fresh clocks; the person plays
    // the side to move.  What is wrong with the file, or nothing.
    std::optional<Failure> load(const std::string& file, int number = 1);

    // Until the person leaves or the input ends.  Throws Error if the engine cannot think.
    void run();

    // The games that were played to their end, each as it ended at last.
    const std::vector<book::FinishedGame>& finished() const { return finished_; }

private:
    struct Command {
        const char* name;
        const char* argument;
        const char* help;
        void (PlaySession::*run)(const std::string& argument);
    };
    static std::span<const Command> commands();

    bool ask();
    std::string prompt() const;
    void obey(const std::string& line);
    const Command* find_command(std::string_view word) const;
    void take_move(const std::string& text);
    void reply();
    void play(const Move& move);
    void announce(const Position& before, const Move& move);
    void begin_turn();
    void end_if_over();
    void end(Outcome outcome, const std::string& reason);
    bool flag_has_fallen();

    void hint(const std::string&);
    void undo(const std::string&);
    void swap(const std::string&);
    void level(const std::string& number);
    void eval(const std::string&);
    void moves(const std::string&);
    void board(const std::string&);
    void flip(const std::string&);
    void fen(const std::string&);
    void new_game(const std::string& fen);
    void save(const std::string& file);
    void load_file(const std::string& arguments);
    void resign(const std::string&);
    void offer_draw(const std::string&);
    void clock(const std::string& wish);
    void help(const std::string&);
    void quit(const std::string&);

    using Search = std::function<Result<search::SearchResult>(const std::stop_token&)>;
    search::SearchResult think(const Search& search);
    search::SearchResult own_move();
    search::SearchResult advice();
    search::Limits limits() const;
    void set_clock(const GameClock& clock);
    void show_clock();
    Side engine_side() const { return other(person_); }
    bool is_persons_turn() const { return game_.position().side == person_; }
    void begin_game(Game game, std::optional<PdnGame> loaded = std::nullopt);
    void keep_if_finished();
    void show_board();
    void show_moves();
    void say(std::string_view line);

    PlayOptions options_;
    std::istream& in_;
    std::ostream& out_;
    engine::Engine opponent_;
    engine::Thinker thinker_;  // of the opponent
    engine::Engine adviser_;   // at full strength, for hint, eval and draw offers
    Side person_;
    bool flipped_;
    std::optional<GameClock> clock_;
    std::vector<std::optional<GameClock>> turns_;  // as each turn began: one more than moves
    Game game_;
    std::optional<PdnGame> loaded_;  // what game_ goes on from
    std::optional<GameEnding> ending_;
    SavedGame saved_;
    std::vector<book::FinishedGame> finished_;
    bool leaving_ = false;
};

}  // namespace deepwell::cli
