// DxpSession: games with one opponent over a DxpLink, asked for by us (the initiator) or by the
// opponent (we are the follower).
//
//     initiator                      follower
//         R  a game?        ------->
//                           <-------  A  yes
//         M / M / M ...     <------>  moves in turn
//         E  it is over     ------->                    from the side to move, instead of a move
//                           <-------  E  confirmed
//
// Whatever the opponent does, a game ends: silence ends it at a deadline, and what is illegal or
// cannot be read ends it at once, each with a sentence.  We never take a move back, but let the
// opponent.  While it is the opponent's turn the engine may ponder (its option).

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "board/game.h"
#include "engine/engine.h"
#include "engine/thinker.h"
#include "protocol/dxp_link.h"
#include "protocol/dxp_message.h"

namespace deepwell::protocol {

struct DxpTerms {
    std::string name = "Deepwell";
    // What we ask for as initiator; as DxpRequest has it.
    int minutes = 5;
    int moves = 0;
    std::optional<Position> position;
    // How long the opponent may be silent, beyond what its clock shows.
    std::chrono::milliseconds patience{60'000};
    // What we take for a move if there is no clock.
    std::chrono::milliseconds move_time{1'000};
};

enum class DxpEnding {
    Finished,  // as the protocol wants it, or decided on the board
    Refused,   // no game: a request was refused
    Broken,    // the opponent went away, fell silent or sent what it must not; or we failed
    Left,      // the opponent went away between two games
    Stopped,   // as the stop token asked
};

// What became of a game.
struct DxpGame {
    DxpEnding ending = DxpEnding::Broken;
    std::string reason;  // one sentence
    bool started = false;
    Side ours = Side::Black;
    std::string opponent;  // its name, fit to be shown
    Game game;
    std::vector<int> seconds;  // of each move
    Outcome outcome = Outcome::Open;
    bool more = false;  // another game may be played on this link
};

// One line for each thing that happens.
using DxpLog = std::function<void(const std::string&)>;

class DxpSession {
public:
    // Link and engine must outlive it.
    DxpSession(
        DxpLink& link, engine::Engine& engine, DxpTerms terms, DxpLog log, std::stop_token stop);

    // As initiator, with this colour for us; as follower.  `last`: we do not want another game
    // after it.
    DxpGame ask(Side ours, bool last);
    DxpGame answer(bool last);

private:
    using Seconds = std::chrono::duration<double>;

    void reset(bool last);
    void begin(const DxpRequest& request, Side ours, const std::string& opponent);
    void play();
    void our_turn();
    void their_turn();
    void handle(const DxpMove& message);
    void handle(const DxpEnd& message);
    void handle(const DxpChat& message);
    void handle(const DxpBackRequest& message);
    void handle(const DxpBackAnswer& message);
    void handle(const DxpRequest& message);
    void handle(const DxpAccept& message);

    std::optional<DxpAcceptance> fault_of_request(const DxpRequest& request) const;
    // Of our move after so many plies.
    search::Limits our_limits(std::size_t plies) const;
    Deadline their_deadline() const;
    bool are_all_moves_played() const;
    void record(const Move& move, double seconds);

    // The next message; nothing: the game has ended.
    std::optional<DxpMessage> next(Deadline deadline);
    std::optional<DxpMessage> next_but_chat(Deadline deadline);
    void send(const DxpMessage& message);
    void end_by_us(DxpReason reason, Outcome outcome, const std::string& why);
    void await_confirmation();
    void finish(Outcome outcome, const std::string& why);
    // The game cannot go on; the opponent is told why, if it is still there.
    void break_off(const std::string& why, bool is_there = true);
    void leave(DxpEnding ending, const std::string& why);

    DxpLink& link_;
    engine::Engine& engine_;
    engine::Thinker thinker_;
    DxpTerms terms_;
    DxpLog log_;
    std::stop_token stop_;

    DxpGame report_;
    bool is_over_ = false;
    bool is_last_ = false;
    int minutes_ = 0;
    int moves_ = 0;
    Seconds our_time_{0};
    Seconds their_time_{0};
    Deadline their_turn_began_{};
};

}  // namespace deepwell::protocol
