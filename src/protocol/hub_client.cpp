#include "protocol/hub_client.h"

#include <cmath>
#include <fmt/format.h>

#include "base/stopwatch.h"
#include "protocol/hub_level.h"

namespace deepwell::protocol {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds QuitPatience{500};
constexpr double MaxDepth = 10'000;
// An engine that chatters without end is as silent as one that says nothing.
constexpr int MaxLines = 1'000'000;

// A piece of what a program wrote, fit to be shown.
std::string excerpt(std::string_view text, std::size_t enough = 60) {
    std::string shown(text.substr(0, enough));
    for (char& c : shown)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
    return text.size() > enough ? shown + "..." : shown;
}

// All that the user gets to know of an `error`, so it may be long.
std::string message_of(const HubLine& error) {
    constexpr std::size_t Enough = 300;
    const std::string message = excerpt(error.value_or_empty("message"), Enough);
    return message.empty() ? "it does not say why" : message;
}

std::optional<double> number_in(const HubLine& line, std::string_view name) {
    const auto text = line.value(name);
    return text ? parse_real(*text) : std::nullopt;
}

HubLine position_line(const Game& game, Frame frame) {
    HubLine line{"pos", {{"pos", to_hub(in_frame(game.initial(), frame))}}};
    if (!game.moves().empty()) line.arguments.push_back({"moves", to_hub(game.moves())});
    return line;
}

}  // namespace

std::variant<HubClient, HubFault> HubClient::start(const HubClientOptions& options) {
    auto process = ChildProcess::start(words_of_command(options.command));
    if (!process) return HubFault{HubFaultKind::NotStarted, process.error()};
    HubClient client(*std::move(process), options);
    if (auto fault = client.shake_hands(options))
        return HubFault{HubFaultKind::NotStarted, "no handshake: " + fault->message};
    return client;
}

HubClient::HubClient(ChildProcess process, const HubClientOptions& options)
    : process_(std::move(process)),
      frame_(options.frame),
      handshake_time_(options.handshake_time),
      name_(options.command) {}

std::optional<HubFault> HubClient::shake_hands(const HubClientOptions& options) {
    if (auto fault = send("hub", handshake_deadline())) return fault;
    auto answer = receive_until("wait", handshake_deadline(), {});
    if (auto* fault = std::get_if<HubFault>(&answer)) return *fault;
    for (const auto& [name, value] : options.parameters) {
        const HubLine line{"set-param", {{"name", name}, {"value", value}}};
        if (auto fault = send(to_text(line), handshake_deadline())) return fault;
    }
    if (auto fault = send("init", handshake_deadline())) return fault;
    answer = receive_until("ready", handshake_deadline(), {});
    if (auto* fault = std::get_if<HubFault>(&answer)) return *fault;
    is_ready_ = true;
    return std::nullopt;
}

std::optional<HubFault> HubClient::new_game() {
    return send("new-game", handshake_deadline());
}

std::optional<HubFault> HubClient::ping(const std::stop_token& stop) {
    if (auto fault = send("ping", handshake_deadline())) return fault;
    auto answer = receive_until("pong", handshake_deadline(), stop);
    if (auto* fault = std::get_if<HubFault>(&answer)) return *fault;
    return std::nullopt;
}

HubReply HubClient::think(const Game& game,
                          const search::Limits& limits,
                          milliseconds patience,
                          const std::stop_token& stop) {
    const Stopwatch watch;
    const Deadline deadline = Clock::now() + patience;
    info_ = {};
    if (auto fault = send_search(game, limits, deadline)) return *fault;
    auto answer = receive_until("done", deadline, stop);
    if (auto* fault = std::get_if<HubFault>(&answer)) return *fault;
    return reply_of(std::get<HubLine>(answer), game, watch.seconds());
}

void HubClient::quit() {
    if (!process_) return;
    const Deadline deadline = Clock::now() + QuitPatience;
    process_->write_line("quit", deadline);
    process_->finish(deadline);
    process_.reset();
}

std::optional<HubFault> HubClient::send_search(const Game& game,
                                               const search::Limits& limits,
                                               Deadline deadline) {
    if (auto fault = send(to_text(position_line(game, frame_)), deadline)) return fault;
    if (auto fault = send(to_text(level_line(limits)), deadline)) return fault;
    return send("go think", deadline);
}

std::optional<HubFault> HubClient::send(std::string_view line, Deadline deadline) {
    if (!process_) return HubFault{HubFaultKind::Crashed, "it was ended after a fault"};
    if (process_->write_line(line, deadline)) return std::nullopt;
    if (Clock::now() >= deadline)
        return fault(HubFaultKind::TimedOut, "it does not read its input");
    return fault(HubFaultKind::Crashed, fmt::format("it ended ({})", process_->how_it_ended()));
}

std::variant<std::string, HubFault> HubClient::receive(Deadline deadline,
                                                       const std::stop_token& stop) {
    LineRead read;
    do read = process_->read_line(deadline, MaxHubLine, stop);
    while (read.end == LineEnd::Complete && read.line.empty());
    switch (read.end) {
        case LineEnd::Complete:
            return std::move(read.line);
        case LineEnd::Timeout:
            return fault(HubFaultKind::TimedOut, "no answer in time");
        case LineEnd::Closed:
            return fault(HubFaultKind::Crashed,
                         fmt::format("it ended ({})", process_->how_it_ended()));
        case LineEnd::TooLong:
            return fault(HubFaultKind::BadText, "it writes a line without end");
        case LineEnd::Stopped:
            return fault(HubFaultKind::Stopped, "stopped");
    }
    __builtin_unreachable();
}

std::variant<HubLine, HubFault> HubClient::receive_until(std::string_view command,
                                                         Deadline deadline,
                                                         const std::stop_token& stop) {
    const bool heeds_errors = command == "ready" || command == "done";
    for (int i = 0; i < MaxLines; ++i) {
        auto text = receive(deadline, stop);
        if (auto* failed = std::get_if<HubFault>(&text)) return *failed;
        auto line = parse_hub_line(std::get<std::string>(text));
        if (line && line->command == command) return *std::move(line);
        if (line && line->command == "error" && heeds_errors)
            return fault(HubFaultKind::Refused, message_of(*line));
        if (line) note(*line);
        if (!line && is_ready_)
            return fault(
                HubFaultKind::BadText,
                fmt::format(
                    "it writes '{}': {}", excerpt(std::get<std::string>(text)), line.error()));
    }
    return fault(HubFaultKind::BadText, "it writes without end");
}

HubFault HubClient::fault(HubFaultKind kind, std::string message) {
    process_.reset();
    return {kind, std::move(message)};
}

void HubClient::note(const HubLine& line) {
    if (line.command == "param") parameters_.emplace_back(line.value_or_empty("name"));
    if (line.command == "id" && line.has("name")) {
        name_ = line.value_or_empty("name");
        if (const auto version = line.value("version")) name_ += fmt::format(" {}", *version);
    }
    if (line.command != "info") return;
    const auto depth = number_in(line, "depth");
    if (depth && std::abs(*depth) <= MaxDepth) info_.depth = static_cast<int>(*depth);
    if (const auto score = number_in(line, "score")) info_.score = score;
    if (const auto nodes = number_in(line, "nodes")) info_.nodes = nodes;
    if (const auto seconds = number_in(line, "time")) info_.seconds = seconds;
    if (const auto pv = line.value("pv")) info_.pv = *pv;
}

HubReply HubClient::reply_of(const HubLine& done, const Game& game, double seconds) {
    const auto text = done.value("move");
    if (!text) return fault(HubFaultKind::IllegalMove, "it gives no move");
    const auto move = parse_hub_move(game.position(), *text);
    if (!move) return fault(HubFaultKind::IllegalMove, excerpt(move.error()));
    HubMove reply{*move, std::nullopt, info_, seconds};
    // A guess that makes no sense harms nobody.
    if (const auto guess = done.value("ponder")) {
        Game after = game;
        after.play(*move);
        const auto ponder = parse_hub_move(after.position(), *guess);
        if (ponder) reply.ponder = *ponder;
    }
    return reply;
}

Deadline HubClient::handshake_deadline() const {
    return Clock::now() + handshake_time_;
}

}  // namespace deepwell::protocol
