// HubPlayer: a program that speaks Hub as a player of a match.
//
// Whatever it does wrong costs it the game; the next game begins with a fresh process.

#pragma once

#include <optional>

#include "protocol/hub_client.h"
#include "tune/player.h"
#include "tune/player_spec.h"

namespace deepwell::protocol {

class HubPlayer final : public tune::Player {
public:
    // `margin`: seconds beyond the limits after which the program is given up.
    HubPlayer(HubClientOptions options, double margin);

    // Starts the program if it is not there.
    void new_game() override;
    tune::Choice choose(const Game& game,
                        const search::Limits& limits,
                        const std::stop_token& stop) override;

private:
    std::optional<HubFault> make_ready();

    HubClientOptions options_;
    double margin_;
    std::optional<HubClient> client_;
    std::optional<HubFault> fault_;  // why there is no client
};

// Players by the description.  The program is started once to see whether that works; the failure
// says why not.  REQUIRES: !spec.is_own().
Result<tune::PlayerFactory> hub_players(const tune::PlayerSpec& spec, double margin);

}  // namespace deepwell::protocol
