// Several DXP games in a row: one opponent after the other (serve) or one that we call on (visit).

#pragma once

#include <functional>
#include <stop_token>

#include "base/result.h"
#include "board/pdn.h"
#include "engine/engine.h"
#include "protocol/dxp_session.h"
#include "protocol/dxp_socket.h"

namespace deepwell::protocol {

struct DxpSeries {
    DxpTerms terms;
    int games = 1;              // serve(): 0 for no end
    Side colour = Side::Black;  // ours in the first game that we ask for; then in turn
    DxpLog log;
    // Called after each game that was begun; by serve() if it counts.
    std::function<void(const DxpGame&)> on_game;
};

// Waits for opponents and plays as follower, one game at a time; who asks meanwhile is refused.
// Games that break off count, but those in which the opponent has made no move do not, unless they
// were decided on the board.  Returns when the games are played or it is told to stop.
void serve(DxpListener& listener,
           engine::Engine& engine,
           const DxpSeries& series,
           const std::stop_token& stop);

// Plays the games as initiator, each with the other colour.  What the last one came to; a Failure
// if there is no connection.
Result<DxpGame> visit(const DxpAddress& address,
                      engine::Engine& engine,
                      const DxpSeries& series,
                      const std::stop_token& stop);

// With tags for the players and the result, and each move's time.
PdnGame pdn_of(const DxpGame& game, const std::string& our_name);

}  // namespace deepwell::protocol
