#include "protocol/dxp_session.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "base/stopwatch.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace deepwell::protocol {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// How long we wait for an E that only confirms what is known.
constexpr milliseconds GoodbyePatience{10'000};
// Of our clock, for the way of the message and the pause before it.
constexpr std::chrono::duration<double> Overhead{0.3};
constexpr std::chrono::duration<double> LeastThought{0.02};
constexpr double MinuteSeconds = 60;

std::string printable(std::string_view text) {
    std::string shown(text);
    for (char& c : shown)
        if (c < ' ' || c > '~') c = '?';
    return shown;
}

DxpReason reason_for(Side side, Outcome outcome) {
    if (outcome == Outcome::Draw) return DxpReason::Draw;
    if (outcome == Outcome::Open) return DxpReason::Unknown;
    const Side winner = outcome == Outcome::BlackWins ? Side::Black : Side::White;
    return winner == side ? DxpReason::Win : DxpReason::Loss;
}

Outcome win_of(Side side) {
    return side == Side::Black ? Outcome::BlackWins : Outcome::WhiteWins;
}

// What the side that sends the reason says of the game.
Outcome outcome_for(Side sender, DxpReason reason) {
    switch (reason) {
        case DxpReason::Unknown:
            return Outcome::Open;
        case DxpReason::Loss:
            return win_of(other(sender));
        case DxpReason::Draw:
            return Outcome::Draw;
        case DxpReason::Win:
            return win_of(sender);
    }
    __builtin_unreachable();
}

const char* outcome_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::Open:
            return "no result";
        case Outcome::BlackWins:
            return "Black wins";
        case Outcome::WhiteWins:
            return "White wins";
        case Outcome::Draw:
            return "draw";
    }
    __builtin_unreachable();
}

const char* claim_text(DxpReason reason) {
    switch (reason) {
        case DxpReason::Unknown:
            return "the opponent ended it without a reason";
        case DxpReason::Loss:
            return "the opponent gave up";
        case DxpReason::Draw:
            return "the opponent says draw";
        case DxpReason::Win:
            return "the opponent says that it has won";
    }
    __builtin_unreachable();
}

const char* refusal_text(DxpAcceptance code) {
    switch (code) {
        case DxpAcceptance::Accepted:
            return "accepted";
        case DxpAcceptance::WrongVersion:
            return "another version of the protocol";
        case DxpAcceptance::NotThisGame:
            return "not this game";
        case DxpAcceptance::NoGame:
            return "no game at all";
    }
    __builtin_unreachable();
}

std::string terms_text(int minutes, int moves) {
    const std::string time = minutes == 0 ? "no clock" : fmt::format("{} min", minutes);
    return moves == 0 ? time : fmt::format("{}, {} moves", time, moves);
}

// How many moves lie before the one that is to be played again; nothing: it was never reached.
std::optional<std::size_t> plies_before(const DxpBackRequest& request, const Game& game) {
    if (request.move_number < 1) return std::nullopt;
    const auto plies = 2 * static_cast<std::size_t>(request.move_number - 1) +
                       (request.side == game.initial().side ? 0 : 1);
    if (plies > game.moves().size()) return std::nullopt;
    return plies;
}

}  // namespace

DxpSession::DxpSession(
    DxpLink& link, engine::Engine& engine, DxpTerms terms, DxpLog log, std::stop_token stop)
    : link_(link),
      engine_(engine),
      thinker_(engine),
      terms_(std::move(terms)),
      log_(std::move(log)),
      stop_(std::move(stop)) {}

DxpGame DxpSession::ask(Side ours, bool last) {
    reset(last);
    const DxpRequest request{
        DxpVersion, terms_.name, other(ours), terms_.minutes, terms_.moves, terms_.position};
    send(request);
    const auto message = next_but_chat(Clock::now() + terms_.patience);
    if (!message) return report_;
    const auto* accept = std::get_if<DxpAccept>(&*message);
    if (accept == nullptr) {
        break_off("the answer to a request was something else");
        return report_;
    }
    if (accept->code != DxpAcceptance::Accepted) {
        leave(DxpEnding::Refused,
              fmt::format("{} refuses: {}", printable(accept->name), refusal_text(accept->code)));
        return report_;
    }
    begin(request, ours, accept->name);
    play();
    return report_;
}

DxpGame DxpSession::answer(bool last) {
    reset(last);
    const auto message = next_but_chat(Clock::now() + terms_.patience);
    if (!message) return report_;
    const auto* request = std::get_if<DxpRequest>(&*message);
    if (request == nullptr) {
        break_off("the first message is no request");
        return report_;
    }
    if (const auto fault = fault_of_request(*request)) {
        send(DxpAccept{terms_.name, *fault});
        leave(DxpEnding::Refused, fmt::format("we refuse: {}", refusal_text(*fault)));
        report_.more = true;
        return report_;
    }
    send(DxpAccept{terms_.name, DxpAcceptance::Accepted});
    begin(*request, request->follower, request->name);
    play();
    return report_;
}

void DxpSession::reset(bool last) {
    report_ = DxpGame();
    is_over_ = false;
    is_last_ = last;
}

std::optional<DxpAcceptance> DxpSession::fault_of_request(const DxpRequest& request) const {
    if (request.version != DxpVersion) return DxpAcceptance::WrongVersion;
    const Position position = request.position.value_or(Position::start());
    if (fault_of(position) || legal_moves(position).empty()) return DxpAcceptance::NotThisGame;
    return std::nullopt;
}

void DxpSession::begin(const DxpRequest& request, Side ours, const std::string& opponent) {
    report_.started = true;
    report_.ours = ours;
    report_.opponent = printable(opponent);
    report_.game = Game(request.position.value_or(Position::start()));
    minutes_ = request.minutes;
    moves_ = request.moves;
    our_time_ = their_time_ = Seconds(0);
    their_turn_began_ = Clock::now();
    thinker_.stop_pondering();
    engine_.new_game();
    log_(fmt::format("game with {}: we play {}, {}",
                     report_.opponent,
                     name(ours),
                     terms_text(minutes_, moves_)));
}

void DxpSession::play() {
    while (!is_over_) {
        if (report_.game.position().side == report_.ours) {
            our_turn();
            their_turn_began_ = Clock::now();
        } else {
            their_turn();
        }
    }
}

void DxpSession::our_turn() {
    const GameState state = report_.game.state();
    if (state.outcome != Outcome::Open)
        return end_by_us(
            reason_for(report_.ours, state.outcome), state.outcome, describe(state.reason));
    if (are_all_moves_played())
        return end_by_us(DxpReason::Unknown, Outcome::Open, "all agreed moves are played");
    const Stopwatch watch;
    const std::size_t plies = report_.game.moves().size();
    const auto result = thinker_.think(report_.game, our_limits(plies), stop_);
    if (stop_.stop_requested()) {
        send(DxpEnd{DxpReason::Unknown, true});
        return leave(DxpEnding::Stopped, "stopped");
    }
    if (!result) return break_off(result.error());
    if (!result->best) return break_off("no move was found");
    send(DxpMove{static_cast<int>(std::lround(watch.seconds())), *result->best});
    if (is_over_) return;
    our_time_ += Seconds(watch.seconds());
    record(*result->best, watch.seconds());
    thinker_.ponder(report_.game, result->ponder, our_limits(plies + 2));
}

search::Limits DxpSession::our_limits(std::size_t plies) const {
    search::Limits limits;
    if (minutes_ == 0) {
        limits.move_time = terms_.move_time;
        return limits;
    }
    const Seconds left = Seconds(minutes_ * MinuteSeconds) - our_time_ - Overhead;
    limits.remaining = std::chrono::duration_cast<milliseconds>(std::max(left, LeastThought));
    const int played = static_cast<int>(plies / 2);
    if (moves_ > 0) limits.moves_to_go = std::max(1, moves_ - played);
    return limits;
}

bool DxpSession::are_all_moves_played() const {
    return moves_ > 0 && report_.game.moves().size() >= 2 * static_cast<std::size_t>(moves_);
}

void DxpSession::record(const Move& move, double seconds) {
    const Position before = report_.game.position();
    log_(fmt::format("{:>3}{} {:<10} {:.1f} s",
                     report_.game.moves().size() / 2 + 1,
                     before.side == report_.game.initial().side ? ".  " : "...",
                     to_text(before, move),
                     seconds));
    report_.game.play(move);
    report_.seconds.push_back(static_cast<int>(std::lround(seconds)));
}

void DxpSession::their_turn() {
    const auto message = next(their_deadline());
    if (message) std::visit([this](const auto& it) { handle(it); }, *message);
}

Deadline DxpSession::their_deadline() const {
    if (report_.game.state().outcome != Outcome::Open)
        return their_turn_began_ + std::min(GoodbyePatience, terms_.patience);
    const Seconds left = Seconds(minutes_ * MinuteSeconds) - their_time_;
    return their_turn_began_ + terms_.patience +
           std::chrono::duration_cast<milliseconds>(std::max(left, Seconds(0)));
}

void DxpSession::handle(const DxpMove& message) {
    const Seconds used = Clock::now() - their_turn_began_;
    if (!legal_moves(report_.game.position()).contains(message.move))
        return break_off(fmt::format(
            "illegal move from {} to {}", message.move.from.number(), message.move.to.number()));
    their_time_ += used;
    record(message.move, used.count());
}

void DxpSession::handle(const DxpEnd& message) {
    send(DxpEnd{DxpReason::Unknown, message.stop || is_last_});
    const GameState state = report_.game.state();
    const bool is_decided = state.outcome != Outcome::Open;
    finish(is_decided ? state.outcome : outcome_for(other(report_.ours), message.reason),
           is_decided ? describe(state.reason) : claim_text(message.reason));
    report_.more = !message.stop && !is_last_;
}

void DxpSession::handle(const DxpChat& message) {
    log_(fmt::format("chat: {}", printable(message.text)));
}

void DxpSession::handle(const DxpBackRequest& message) {
    const auto plies = plies_before(message, report_.game);
    send(DxpBackAnswer{plies ? DxpBackCode::Accepted : DxpBackCode::Refused});
    if (!plies) return log_("a request to take back was refused: that move was never reached");
    while (report_.game.moves().size() > *plies) report_.game.undo();
    report_.seconds.resize(*plies);
    log_(fmt::format("taken back to move {} of {}", message.move_number, name(message.side)));
}

void DxpSession::handle(const DxpBackAnswer& /*message*/) {
    log_("an answer to a request to take back that we never made: ignored");
}

void DxpSession::handle(const DxpRequest& /*message*/) {
    break_off("a request in the middle of a game");
}

void DxpSession::handle(const DxpAccept& /*message*/) {
    break_off("an answer to a request in the middle of a game");
}

std::optional<DxpMessage> DxpSession::next(Deadline deadline) {
    if (is_over_) return std::nullopt;
    const DxpReceived received = link_.receive(deadline, stop_);
    switch (received.arrival) {
        case DxpArrival::Message:
            break;
        case DxpArrival::Timeout:
            break_off("the opponent is silent");
            return std::nullopt;
        case DxpArrival::Closed:
            break_off("the opponent closed the connection", false);
            return std::nullopt;
        case DxpArrival::TooLong:
            break_off("a message without end");
            return std::nullopt;
        case DxpArrival::Stopped:
            send(DxpEnd{DxpReason::Unknown, true});
            leave(DxpEnding::Stopped, "stopped");
            return std::nullopt;
    }
    auto message = decode(received.text);
    if (message) return *std::move(message);
    break_off(fmt::format("a message that cannot be read: {}", message.error()));
    return std::nullopt;
}

std::optional<DxpMessage> DxpSession::next_but_chat(Deadline deadline) {
    while (true) {
        auto message = next(deadline);
        const DxpChat* chat = message ? std::get_if<DxpChat>(&*message) : nullptr;
        if (chat == nullptr) return message;
        handle(*chat);
    }
}

void DxpSession::send(const DxpMessage& message) {
    if (!is_over_ && !link_.send(encode(message)))
        break_off("the opponent closed the connection", false);
}

void DxpSession::end_by_us(DxpReason reason, Outcome outcome, const std::string& why) {
    send(DxpEnd{reason, is_last_});
    if (is_over_) return;
    finish(outcome, why);
    await_confirmation();
}

void DxpSession::await_confirmation() {
    const Deadline deadline = Clock::now() + std::min(GoodbyePatience, terms_.patience);
    while (true) {
        const DxpReceived received = link_.receive(deadline, stop_);
        if (received.arrival != DxpArrival::Message) return log_("the end was not confirmed");
        const auto message = decode(received.text);
        if (!message) return log_("the end was not confirmed");
        if (const auto* chat = std::get_if<DxpChat>(&*message)) handle(*chat);
        if (const auto* end = std::get_if<DxpEnd>(&*message)) {
            report_.more = !end->stop && !is_last_;
            return;
        }
    }
}

void DxpSession::finish(Outcome outcome, const std::string& why) {
    report_.outcome = outcome;
    leave(DxpEnding::Finished, fmt::format("{}: {}", outcome_text(outcome), why));
}

void DxpSession::break_off(const std::string& why, bool is_there) {
    // An opponent that has lost on the board and then behaves badly has still lost.
    const GameState state = report_.game.state();
    const bool is_decided = report_.started && state.outcome != Outcome::Open;
    is_over_ = true;
    if (is_there) {
        link_.send(encode(DxpChat{why}));
        link_.send(encode(DxpEnd{reason_for(report_.ours, state.outcome), true}));
    }
    if (is_decided) return finish(state.outcome, describe(state.reason));
    const bool is_between_games = !report_.started && !is_there;
    leave(is_between_games ? DxpEnding::Left : DxpEnding::Broken, why);
}

void DxpSession::leave(DxpEnding ending, const std::string& why) {
    thinker_.stop_pondering();
    report_.ending = ending;
    report_.reason = why;
    is_over_ = true;
    log_(why);
}

}  // namespace deepwell::protocol
