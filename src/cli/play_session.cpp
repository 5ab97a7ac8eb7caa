#include "cli/play_session.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <istream>
#include <ostream>
#include <stop_token>

#include "base/clear_line.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "board/pdn_writer.h"
#include "cli/failure.h"

namespace deepwell::cli {

namespace {

using engine::Mode;
using search::Limits;
using search::SearchResult;

// A draw is accepted where nothing is left to play for: about even, and late.
constexpr Score EvenEnough = 25;
constexpr int LatePieces = 10;
constexpr double AdviceSeconds = 1.5;
constexpr double WorthAWord = 0.5;  // seconds of thinking that are announced
constexpr std::size_t HintLength = 8;
constexpr std::size_t MovesInARow = 6;

search::Milliseconds milliseconds(double seconds) {
    return search::Milliseconds(static_cast<std::int64_t>(std::max(seconds, 0.0) * 1000));
}

bool begins_with_digit(std::string_view text) {
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_crowned(const Position& before, const Move& move) {
    return !before.kings.contains(move.from) &&
           deepwell::play(before, move).kings.contains(move.to);
}

engine::Settings at_full_strength(engine::Settings settings) {
    settings.set("level", "0");
    return settings;
}

Outcome win_of(Side side) {
    return side == Side::Black ? Outcome::BlackWins : Outcome::WhiteWins;
}

}  // namespace

PlaySession::PlaySession(PlayOptions options,
                         std::istream& in,
                         std::ostream& out,
                         const engine::SearchFactory& factory)
    : options_(std::move(options)),
      in_(in),
      out_(out),
      opponent_(factory, options_.settings),
      thinker_(opponent_),
      adviser_(factory, at_full_strength(options_.settings)),
      person_(options_.person),
      flipped_(person_ == Side::Black),
      clock_(options_.clock),
      turns_{clock_} {}

std::span<const PlaySession::Command> PlaySession::commands() {
    static constexpr std::array Commands{
        Command{"hint", "", "what Deepwell would play", &PlaySession::hint},
        Command{"eval", "", "what Deepwell thinks of the position", &PlaySession::eval},
        Command{"moves", "", "the legal moves; type the number of one", &PlaySession::moves},
        Command{"undo", "", "take your last move back", &PlaySession::undo},
        Command{"swap", "", "change sides; after the end, for the next game", &PlaySession::swap},
        Command{"level", "N", "1 beginner to 10 expert, 0 full strength", &PlaySession::level},
        Command{"draw?", "", "offer a draw", &PlaySession::offer_draw},
        Command{"resign", "", "give the game up", &PlaySession::resign},
        Command{"clock", "[5+2]", "the time that is left, or new clocks", &PlaySession::clock},
        Command{"board", "", "draw the board again", &PlaySession::board},
        Command{"flip", "", "turn the board round", &PlaySession::flip},
        Command{"fen", "", "the position as FEN", &PlaySession::fen},
        Command{"new", "[FEN]", "begin a new game", &PlaySession::new_game},
        Command{
            "save", "FILE", "add the game to a PDN file; again, in its place", &PlaySession::save},
        Command{"load", "FILE [N]", "go on with a game of a PDN file", &PlaySession::load_file},
        Command{"help", "", "this list", &PlaySession::help},
        Command{"quit", "", "leave", &PlaySession::quit},
    };
    return Commands;
}

std::optional<Failure> PlaySession::load(const std::string& file, int number) {
    Result<GameOfFile> found = game_of_file(file, number);
    if (!found) return Failure{found.error()};
    if (!found->remark.empty()) say(printable(found->remark) + ".");
    PdnGame loaded = std::move(*std::move(found)).game;
    Game game = main_game(loaded);
    begin_game(std::move(game), std::move(loaded));
    person_ = game_.position().side;
    flipped_ = person_ == Side::Black;
    return std::nullopt;
}

void PlaySession::run() {
    say(fmt::format("You play {}.  Type a move such as {}, a number from 'moves', or 'help'.\n",
                    name(person_),
                    to_text(Position::start(), legal_moves(Position::start())[0])));
    end_if_over();
    show_board();
    while (!leaving_) {
        if (ending_ || is_persons_turn()) {
            if (!ask()) break;
        } else {
            reply();
        }
    }
    thinker_.stop_pondering();
    keep_if_finished();
    say("Goodbye.");
}

// Asked when a game is left for good: until then its end can be taken back.
void PlaySession::keep_if_finished() {
    if (!ending_ || game_.moves().empty()) return;
    if (loaded_ && was_over_when_loaded(game_, *loaded_)) return;
    finished_.push_back({game_, ending_->outcome});
}

// False at the end of the input.
bool PlaySession::ask() {
    begin_turn();
    if (options_.on_terminal) out_ << prompt() << std::flush;
    std::string line;
    if (!std::getline(in_, line)) {
        if (options_.on_terminal) out_ << '\n';
        return false;
    }
    if (flag_has_fallen()) return true;
    // A command that the world denies (a disk that is full) costs one line, like any other mistake.
    try {
        obey(single_spaced(line));
    } catch (const Error& error) {
        say(printable(error.what()));
    }
    return true;
}

std::string PlaySession::prompt() const {
    if (ending_) return "> ";
    if (!clock_) return fmt::format("{} (you)> ", name(person_));
    return fmt::format("{} (you, {})> ", name(person_), clock_text(clock_->left(person_)));
}

void PlaySession::obey(const std::string& line) {
    if (line.empty()) return;
    if (begins_with_digit(line)) return take_move(line);
    const std::size_t space = std::min(line.find(' '), line.size());
    const Command* const command = find_command(std::string_view(line).substr(0, space));
    if (command == nullptr)
        return say(fmt::format("'{}' is neither a move nor a command; try help.",
                               printable(line.substr(0, 40))));
    (this->*command->run)(single_spaced(std::string_view(line).substr(space)));
}

const PlaySession::Command* PlaySession::find_command(std::string_view word) const {
    for (const auto& [alias, meant] :
         {std::pair{"?", "help"}, {"q", "quit"}, {"exit", "quit"}, {"draw", "draw?"}})
        if (word == alias) word = meant;
    for (const Command& command : commands())
        if (word == command.name) return &command;
    return nullptr;
}

void PlaySession::take_move(const std::string& text) {
    if (ending_) return say("The game is over: new, undo, save FILE or quit.");
    const MoveList list = legal_moves(game_.position());
    if (const auto number = whole_number(text)) {
        if (*number < 1 || *number > static_cast<int>(list.size()))
            return say(fmt::format("There are {} moves: see 'moves'.", list.size()));
        return play(list[static_cast<std::size_t>(*number - 1)]);
    }
    std::string move = text;
    std::ranges::replace(move, ' ', '-');  // 11 15
    const Result<Move> read = parse_move(game_.position(), move);
    if (!read) return say(fmt::format("{}: {}.", printable(text.substr(0, 40)), read.error()));
    play(*read);
}

void PlaySession::reply() {
    const SearchResult result = own_move();
    if (flag_has_fallen()) return;
    play(result.best.value());
    show_board();
    if (!ending_ && !leaving_) thinker_.ponder(game_, result.ponder, limits());
}

void PlaySession::play(const Move& move) {
    announce(game_.position(), move);
    if (clock_) clock_->finish_move();
    game_.play(move);
    turns_.push_back(clock_);
    end_if_over();
    if (ending_ && !is_persons_turn()) show_board();
}

void PlaySession::announce(const Position& before, const Move& move) {
    const bool mine = before.side == person_;
    const int jumped = move.captured.count();
    std::string line = mine ? "You play " : "Deepwell plays ";
    line += to_long_text(before, move);
    if (jumped > 1) line += fmt::format(" and {} {} pieces", mine ? "jump" : "jumps", jumped);
    line += is_crowned(before, move) ? ".  Crowned!" : ".";
    if (!mine || jumped > 1 || is_crowned(before, move)) say(line);
}

void PlaySession::begin_turn() {
    if (ending_) return;
    if (clock_) clock_->start(game_.position().side);
}

void PlaySession::end_if_over() {
    const GameState state = game_.state();
    if (state.outcome == Outcome::Open) return;
    if (state.outcome == Outcome::Draw) return end(state.outcome, describe(state.reason));
    end(state.outcome,
        fmt::format("{} has {}", name(game_.position().side), describe(state.reason)));
}

void PlaySession::end(Outcome outcome, const std::string& reason) {
    thinker_.stop_pondering();
    if (clock_) clock_->stop();
    ending_ = GameEnding{outcome, reason, person_};
    if (outcome == Outcome::Draw) return say(fmt::format("A draw: {}.", reason));
    const bool won = outcome == win_of(person_);
    say(fmt::format("{}: {}.", won ? "You win" : "Deepwell wins", reason));
}

bool PlaySession::flag_has_fallen() {
    const Side mover = game_.position().side;
    if (ending_ || !clock_ || clock_->left(mover) > 0) return false;
    end(win_of(other(mover)), fmt::format("{} has no time left", name(mover)));
    return true;
}

void PlaySession::hint(const std::string&) {
    if (ending_) return say("The game is over.");
    const SearchResult result = advice();
    say(fmt::format("Try {}.  It might go on: {}",
                    to_text(game_.position(), result.best.value()),
                    line_text(game_.position(), result.pv, HintLength)));
}

void PlaySession::eval(const std::string&) {
    if (ending_) return say(fmt::format("The game is over: {}.", ending_->reason));
    const SearchResult result = advice();
    const Opinion opinion{game_.position().side, result.score, result.proven};
    const std::string line = line_text(game_.position(), result.pv, HintLength);
    if (result.proven)
        return say(fmt::format("For certain: {}.  Best: {}", in_words(opinion), line));
    say(fmt::format("I think: {}.  Depth {}: {}", in_words(opinion), result.depth, line));
}

void PlaySession::moves(const std::string&) {
    if (ending_) return say("The game is over.");
    show_moves();
}

void PlaySession::undo(const std::string&) {
    // Back to the last position in which it was the person's turn.
    Game earlier = game_;
    do {
        if (!earlier.undo()) return say("There is no move of yours to take back.");
    } while (earlier.position().side != person_);
    thinker_.stop_pondering();
    game_ = std::move(earlier);
    ending_.reset();
    turns_.resize(game_.moves().size() + 1);
    clock_ = turns_.back();
    show_board();
}

void PlaySession::swap(const std::string&) {
    thinker_.stop_pondering();
    person_ = other(person_);
    flipped_ = person_ == Side::Black;
    say(fmt::format("You play {}{}.", name(person_), ending_ ? " in the next game" : ""));
    if (ending_ || is_persons_turn()) show_board();
}

void PlaySession::level(const std::string& number) {
    if (number.empty())
        return say(fmt::format("Level {}.", opponent_.settings().text(engine::Option::Level)));
    if (const auto failure = opponent_.set("level", number))
        return say(printable(failure->message) + ".");
    thinker_.stop_pondering();
    say(fmt::format(
        "Level {}{}.",
        opponent_.settings().text(engine::Option::Level),
        opponent_.settings().number(engine::Option::Level) == 0 ? ", full strength" : ""));
}

void PlaySession::board(const std::string&) {
    show_board();
}

void PlaySession::flip(const std::string&) {
    flipped_ = !flipped_;
    show_board();
}

void PlaySession::fen(const std::string&) {
    say(to_fen(game_.position()));
}

void PlaySession::new_game(const std::string& fen) {
    const Result<Position> position =
        fen.empty() || fen == "start" ? Result<Position>(Position::start()) : parse_fen(fen);
    if (!position) return say(fmt::format("FEN: {}.", position.error()));
    thinker_.stop_pondering();
    opponent_.new_game();
    adviser_.new_game();
    begin_game(Game(*position));
    say(fmt::format("A new game; you play {}.", name(person_)));
    end_if_over();
    show_board();
}

void PlaySession::save(const std::string& file) {
    if (file.empty()) return say("save FILE: the name of a file, please.");
    const auto saved = saved_.save(file, to_pdn(record_of(game_, person_, ending_, loaded_)));
    if (!saved) return say(printable(saved.error()) + ".");
    const bool is_added = *saved == SavedGame::Manner::Added;
    say(fmt::format("{} {}.", is_added ? "Added to" : "Saved in", printable(file)));
}

void PlaySession::load_file(const std::string& arguments) {
    if (arguments.empty()) return say("load FILE: the name of a file, please.");
    const std::size_t space = arguments.rfind(' ');
    const auto number = space == std::string::npos
                            ? std::nullopt
                            : whole_number(std::string_view(arguments).substr(space + 1));
    const std::string file = number ? arguments.substr(0, space) : arguments;
    if (const auto failure = load(file, number.value_or(1)))
        return say(printable(failure->message) + ".");
    say(fmt::format("You play {}.", name(person_)));
    end_if_over();
    show_board();
}

void PlaySession::resign(const std::string&) {
    if (ending_) return say("The game is over.");
    end(win_of(engine_side()), fmt::format("{} resigns", name(person_)));
}

void PlaySession::offer_draw(const std::string&) {
    if (ending_) return say("The game is over.");
    const SearchResult result = advice();
    const Score for_engine = is_persons_turn() ? -result.score : result.score;
    const bool late = game_.position().occupied().count() <= LatePieces;
    if (result.proven == Wdl::Draw || (!result.proven && late && for_engine <= EvenEnough) ||
        for_engine < -MaxEvaluation)
        return end(Outcome::Draw, "agreed");
    say(late ? "Deepwell would like to play on." : "It is early for that; Deepwell plays on.");
}

void PlaySession::clock(const std::string& wish) {
    if (wish.empty()) return show_clock();
    const auto clock = parse_clock(wish, options_.now);
    if (!clock) return say(fmt::format("clock: {}.", clock.error()));
    set_clock(*clock);
    show_clock();
}

void PlaySession::help(const std::string&) {
    say("A move: 11-15, 15x22, 23x14x7, or its number in the list of 'moves'.");
    for (const Command& command : commands())
        say(fmt::format(
            "  {:<14} {}", fmt::format("{} {}", command.name, command.argument), command.help));
    if (options_.on_terminal)
        say("While Deepwell thinks, Ctrl-C makes it move now.  Ctrl-D leaves.");
}

void PlaySession::quit(const std::string&) {
    leaving_ = true;
}

// Ctrl-C ends the search.
SearchResult PlaySession::think(const Search& search) {
    const bool patient = options_.on_terminal && (clock_ || options_.move_seconds > WorthAWord);
    if (patient) out_ << "Deepwell thinks ..." << std::flush;
    std::optional<Interrupt> interrupt;
    if (options_.on_terminal) interrupt.emplace();
    auto result = search(interrupt ? interrupt->token() : std::stop_token());
    leaving_ |= interrupt && interrupt->is_to_end();
    if (patient) out_ << ClearLine;
    if (!result) throw Error(result.error());
    return *std::move(result);
}

SearchResult PlaySession::own_move() {
    if (clock_) clock_->start(game_.position().side);
    return think(
        [&](const std::stop_token& stop) { return thinker_.think(game_, limits(), stop); });
}

// The opponent does not ponder beside it: it would take its processors.
SearchResult PlaySession::advice() {
    thinker_.stop_pondering();
    Limits limits;
    limits.move_time = milliseconds(std::min(options_.move_seconds, AdviceSeconds));
    return think([&](const std::stop_token& stop) {
        return engine::search_to_end(adviser_, game_, limits, Mode::Analyse, stop);
    });
}

Limits PlaySession::limits() const {
    Limits limits;
    if (clock_) {
        limits.remaining = milliseconds(clock_->left(engine_side()));
        limits.increment = milliseconds(clock_->increment());
    } else {
        limits.move_time = milliseconds(options_.move_seconds);
    }
    return limits;
}

// For this game from now on, wherever it is taken back to, and for those that follow.
void PlaySession::set_clock(const GameClock& clock) {
    thinker_.stop_pondering();
    options_.clock = clock_ = clock;
    turns_.assign(turns_.size(), clock_);
}

void PlaySession::show_clock() {
    if (clock_)
        return say(fmt::format("You {}, Deepwell {}.",
                               clock_text(clock_->left(person_)),
                               clock_text(clock_->left(engine_side()))));
    const int level = opponent_.settings().number(engine::Option::Level);
    if (level == 0)
        return say(fmt::format("No clock; Deepwell takes {:g} s a move.", options_.move_seconds));
    say(fmt::format("No clock; at level {} Deepwell takes {:g} s a move at most.",
                    level,
                    options_.move_seconds));
}

void PlaySession::begin_game(Game game, std::optional<PdnGame> loaded) {
    thinker_.stop_pondering();
    keep_if_finished();
    game_ = std::move(game);
    loaded_ = std::move(loaded);
    ending_.reset();
    saved_ = {};
    clock_ = options_.clock;
    turns_.assign(game_.moves().size() + 1, clock_);
}

void PlaySession::show_board() {
    std::optional<Move> last;
    if (!game_.moves().empty()) last = game_.moves().back();
    out_ << '\n' << draw_board(game_.position(), options_.style, flipped_, last) << '\n';
    if (!ending_ && is_persons_turn() && can_jump(game_.position())) {
        say("You must jump:");
        show_moves();
    }
}

void PlaySession::show_moves() {
    std::string rows;
    std::size_t number = 0;
    for (const Move& move : legal_moves(game_.position())) {
        if (number > 0 && number % MovesInARow == 0) rows += '\n';
        ++number;
        rows += fmt::format("{:>3}) {:<7}", number, to_text(game_.position(), move));
    }
    say(rows);
}

void PlaySession::say(std::string_view line) {
    out_ << line << '\n';
}

}  // namespace deepwell::cli
