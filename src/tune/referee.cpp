#include "tune/referee.h"

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "board/movegen.h"

namespace deepwell::tune {

namespace {

Outcome win_of(Side side) {
    return side == Side::Black ? Outcome::BlackWins : Outcome::WhiteWins;
}

struct Ending {
    Outcome outcome = Outcome::Open;
    std::string reason;
    bool is_forfeit = false;
};

// How a value of the databases ends the game.
Ending ending_of(Wdl value, Side side_to_move) {
    if (value == Wdl::Draw) return {Outcome::Draw, "drawn by the databases"};
    const Side winner = value == Wdl::Win ? side_to_move : other(side_to_move);
    return {win_of(winner), "won by the databases"};
}

std::optional<Ending> ending_of(const Game& game, const RefereeRules& rules) {
    const GameState state = game.state();
    if (state.outcome != Outcome::Open) return Ending{state.outcome, describe(state.reason)};
    if (rules.adjudicator != nullptr) {
        const WdlRange known = rules.adjudicator->probe(game.position());
        if (known.is_exact()) return ending_of(known.low, game.position().side);
    }
    if (game.moves().size() >= static_cast<std::size_t>(rules.max_plies))
        return Ending{Outcome::Draw, fmt::format("{} plies", rules.max_plies)};
    return std::nullopt;
}

Ending forfeit_of(Side side, const Forfeit& forfeit) {
    std::string reason = fmt::format("{}{}{}", name(side), ForfeitWord, describe(forfeit.fault));
    if (!forfeit.detail.empty()) reason += ": " + forfeit.detail;
    return {win_of(other(side)), reason, true};
}

// The choice with the referee's own eyes: on the clock and on the rules.
Choice judged(Choice choice, const Game& game, double seconds, std::optional<double> allowed) {
    if (std::holds_alternative<Forfeit>(choice)) return choice;
    if (allowed && seconds > *allowed)
        return Forfeit{Fault::Overrun, fmt::format("{:.3f} s", seconds)};
    Thought& thought = std::get<Thought>(choice);
    if (!legal_moves(game.position()).contains(thought.move))
        return Forfeit{
            Fault::IllegalMove,
            fmt::format("from {} to {}", thought.move.from.number(), thought.move.to.number())};
    thought.seconds = seconds;
    return choice;
}

}  // namespace

std::optional<PlayedGame> play_game(const Opening& opening,
                                    const Seats& seats,
                                    const RefereeRules& rules,
                                    const std::stop_token& stop) {
    PlayedGame played;
    played.game = opening.game;
    played.opening_plies = opening.game.moves().size();
    std::array clocks{SideClock(rules.budgets[seats.first_is_black ? 0 : 1]),
                      SideClock(rules.budgets[seats.first_is_black ? 1 : 0])};
    seats.black.new_game();
    seats.white.new_game();
    std::optional<Ending> ending;
    while (!(ending = ending_of(played.game, rules))) {
        const Side side = played.game.position().side;
        Player& player = side == Side::Black ? seats.black : seats.white;
        SideClock& clock = clocks[static_cast<std::size_t>(side)];
        auto allowed = clock.allowed();
        if (allowed) *allowed += rules.margin;
        const Stopwatch watch;
        Choice raw = player.choose(played.game, clock.limits(), stop);
        const double seconds = watch.seconds();
        if (stop.stop_requested()) return std::nullopt;
        const Choice choice = judged(std::move(raw), played.game, seconds, allowed);
        if (const auto* forfeit = std::get_if<Forfeit>(&choice)) {
            ending = forfeit_of(side, *forfeit);
            break;
        }
        clock.spend(seconds);
        played.thoughts.push_back(std::get<Thought>(choice));
        played.game.play(played.thoughts.back().move);
    }
    played.outcome = ending->outcome;
    played.reason = ending->reason;
    played.is_forfeit = ending->is_forfeit;
    return played;
}

}  // namespace deepwell::tune
