// HubClient: another program that plays, spoken to in Hub.
//
//     auto started = HubClient::start({.command = "scan hub", .parameters = {{"threads", "1"}}});
//     if (const auto* fault = std::get_if<HubFault>(&started)) return say(fault->message);
//     auto& client = std::get<HubClient>(started);
//     client.new_game();
//     const HubReply reply = client.think(game, limits, 5s);
//     if (const auto* move = std::get_if<HubMove>(&reply)) game.play(move->move);
//
// Whatever the program does wrong comes back as a HubFault; nothing is thrown for it.  After a
// fault the program has been ended: start another.

#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "board/game.h"
#include "protocol/child_process.h"
#include "protocol/hub_frame.h"
#include "protocol/hub_text.h"
#include "search/limits.h"

namespace deepwell::protocol {

struct HubClientOptions {
    std::string command;  // words_of_command() cuts it; no shell is involved
    std::vector<std::pair<std::string, std::string>> parameters;  // name and value, for set-param
    Frame frame = Frame::Standard;
    // For the answers to `hub`, `init` (which may load databases), `ping`.
    std::chrono::milliseconds handshake_time{10'000};
};

enum class HubFaultKind {
    NotStarted,   // no such program, or the handshake failed
    Crashed,      // it ended, or closed its input or output
    TimedOut,     // no answer in time
    BadText,      // what it wrote is not Hub
    IllegalMove,  // its move cannot be read or is not legal
    Refused,      // it answers with an `error`
    Stopped,      // not its fault: we were told to stop
};

struct HubFault {
    HubFaultKind kind = HubFaultKind::Crashed;
    std::string message;  // one line: "it ended (signal 11)"
};

// What `info` said last; what it did not say is absent.
struct HubInfo {
    std::optional<int> depth;
    std::optional<double> score;  // in men; 100 - n/100: a win in n plies
    std::optional<double> nodes;
    std::optional<double> seconds;
    std::string pv;  // as it was written
};

struct HubMove {
    Move move;
    std::optional<Move> ponder;
    HubInfo info;
    double seconds = 0;  // from `go` to `done`, by our clock
};

using HubReply = std::variant<HubMove, HubFault>;

class HubClient {
public:
    // Starts the program, sets the parameters and waits until it is ready.  A program that does not
    // take a parameter is not ready.
    static std::variant<HubClient, HubFault> start(const HubClientOptions& options);

    // As the program calls itself, with its version; its command if it has no name.
    const std::string& name() const { return name_; }
    // The names of its parameters.
    const std::vector<std::string>& parameters() const { return parameters_; }

    // The next search has nothing to do with those before.
    std::optional<HubFault> new_game();
    // Whether it still answers.
    std::optional<HubFault> ping(const std::stop_token& stop = {});

    // Its move.  Waits for `patience` at most: set it above what the limits allow, and judge by
    // HubMove::seconds whether the move came late.  REQUIRES: there is a legal move.
    HubReply think(const Game& game,
                   const search::Limits& limits,
                   std::chrono::milliseconds patience,
                   const std::stop_token& stop = {});

    // Asks it to quit, waits for half a second and kills it; as the destructor does.
    void quit();
    ~HubClient() { quit(); }
    HubClient(HubClient&&) noexcept = default;
    HubClient& operator=(HubClient&&) = delete;

private:
    HubClient(ChildProcess process, const HubClientOptions& options);

    std::optional<HubFault> shake_hands(const HubClientOptions& options);
    std::optional<HubFault> send(std::string_view line, Deadline deadline);
    std::optional<HubFault> send_search(const Game& game,
                                        const search::Limits& limits,
                                        Deadline deadline);
    // The next line that is not empty.
    std::variant<std::string, HubFault> receive(Deadline deadline, const std::stop_token& stop);
    // Lines up to the one with this command, which is the answer.  During the handshake a program
    // may say what it likes; later what is not Hub is a fault.  An `error` is one where parameters
    // or a move were asked for: then something is not as we want it.
    std::variant<HubLine, HubFault> receive_until(std::string_view command,
                                                  Deadline deadline,
                                                  const std::stop_token& stop);
    HubFault fault(HubFaultKind kind, std::string message);
    void note(const HubLine& line);
    HubReply reply_of(const HubLine& done, const Game& game, double seconds);
    Deadline handshake_deadline() const;

    std::optional<ChildProcess> process_;  // nothing after a fault
    bool is_ready_ = false;                // the handshake is over
    Frame frame_;
    std::chrono::milliseconds handshake_time_;
    std::string name_;
    std::vector<std::string> parameters_;
    HubInfo info_;
};

}  // namespace deepwell::protocol
