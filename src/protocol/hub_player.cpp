#include "protocol/hub_player.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace deepwell::protocol {

namespace {

using std::chrono::milliseconds;

// Without a limit of time a program that says nothing for so long has hung.
constexpr milliseconds LongestThought{600'000};
// The referee, not the wait for the answer, decides about moves that are a little late.
constexpr double Slack = 0.5;

milliseconds patience_for(const search::Limits& limits, double margin) {
    milliseconds allowed = LongestThought;
    if (limits.move_time) allowed = std::min(allowed, *limits.move_time);
    if (limits.remaining) allowed = std::min(allowed, *limits.remaining);
    return allowed + milliseconds(std::llround(1000 * (margin + Slack)));
}

// The inverse of search::in_men(), as far as another program's score means the same.
Score score_of(double men) {
    if (men < 0) return -score_of(-men);
    const auto plies_below = [&](double whole) {
        return std::max(0, static_cast<int>(std::lround(100 * (whole - men))));
    };
    if (men > 95) return search::WinScore - plies_below(100);
    if (men > 85) return search::DatabaseWin - plies_below(90);
    return search::clamp_evaluation(static_cast<Score>(std::lround(100 * men)));
}

tune::Fault kind_of(HubFaultKind kind) {
    switch (kind) {
        case HubFaultKind::IllegalMove:
            return tune::Fault::IllegalMove;
        case HubFaultKind::TimedOut:
            return tune::Fault::Overrun;
        case HubFaultKind::BadText:
            return tune::Fault::BadText;
        case HubFaultKind::Refused:
            return tune::Fault::Error;
        case HubFaultKind::NotStarted:
        case HubFaultKind::Crashed:
        case HubFaultKind::Stopped:
            return tune::Fault::Crash;
    }
    __builtin_unreachable();
}

tune::Forfeit forfeit_of(const HubFault& fault) {
    return {kind_of(fault.kind), fault.message};
}

tune::Thought thought_of(const HubMove& reply) {
    tune::Thought thought;
    thought.move = reply.move;
    if (reply.info.score && std::isfinite(*reply.info.score))
        thought.score = score_of(*reply.info.score);
    thought.depth = reply.info.depth.value_or(0);
    const double nodes = reply.info.nodes.value_or(0);
    if (nodes > 0 && nodes < 1e18) thought.nodes = static_cast<std::uint64_t>(nodes);
    thought.seconds = reply.seconds;
    return thought;
}

}  // namespace

HubPlayer::HubPlayer(HubClientOptions options, double margin)
    : options_(std::move(options)), margin_(margin) {}

void HubPlayer::new_game() {
    fault_ = make_ready();
    if (!fault_) return;
    client_.reset();
    fault_ = make_ready();
}

// The answer to a ping says that it has forgotten the last game; its clock does not run yet.
std::optional<HubFault> HubPlayer::make_ready() {
    if (!client_) {
        auto started = HubClient::start(options_);
        if (const auto* fault = std::get_if<HubFault>(&started)) return *fault;
        client_.emplace(std::get<HubClient>(std::move(started)));
    }
    if (auto fault = client_->new_game()) return fault;
    return client_->ping();
}

tune::Choice HubPlayer::choose(const Game& game,
                               const search::Limits& limits,
                               const std::stop_token& stop) {
    if (fault_) return forfeit_of(*fault_);
    const HubReply reply = client_->think(game, limits, patience_for(limits, margin_), stop);
    if (const auto* fault = std::get_if<HubFault>(&reply)) {
        client_.reset();
        return forfeit_of(*fault);
    }
    return thought_of(std::get<HubMove>(reply));
}

Result<tune::PlayerFactory> hub_players(const tune::PlayerSpec& spec, double margin) {
    HubClientOptions options;
    options.command = spec.hub_command;
    options.parameters = spec.hub_params;
    const auto frame = parse_frame(spec.hub_frame);
    if (!frame) return Failure{fmt::format("there is no frame '{}'", spec.hub_frame)};
    options.frame = *frame;
    const auto trial = HubClient::start(options);
    if (const auto* fault = std::get_if<HubFault>(&trial))
        return Failure{fmt::format("player '{}': {}", spec.name, fault->message)};
    return tune::PlayerFactory(
        [options, margin] { return std::make_unique<HubPlayer>(options, margin); });
}

}  // namespace deepwell::protocol
