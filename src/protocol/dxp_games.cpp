#include "protocol/dxp_games.h"

#include <fmt/format.h>
#include <utility>

namespace deepwell::protocol {

namespace {

constexpr int SecondsInMinute = 60;
constexpr int SecondsInHour = 3600;

bool is_last(const DxpSeries& series, int played) {
    return series.games > 0 && played + 1 >= series.games;
}

// The games that one visitor wants; how many were begun.
int serve_one(Descriptor connection,
              engine::Engine& engine,
              const DxpSeries& series,
              int played,
              const std::stop_token& stop) {
    DxpSocket link(std::move(connection));
    DxpSession session(link, engine, series.terms, series.log, stop);
    const int before = played;
    while (series.games == 0 || played < series.games) {
        const DxpGame game = session.answer(is_last(series, played));
        if (game.started) {
            ++played;
            series.on_game(game);
        }
        if (!game.more) break;
    }
    return played - before;
}

std::string time_comment(int seconds) {
    return fmt::format("[%emt {}:{:02}:{:02}]",
                       seconds / SecondsInHour,
                       seconds / SecondsInMinute % SecondsInMinute,
                       seconds % SecondsInMinute);
}

}  // namespace

void serve(DxpListener& listener,
           engine::Engine& engine,
           const DxpSeries& series,
           const std::stop_token& stop) {
    int played = 0;
    while (series.games == 0 || played < series.games) {
        auto connection = listener.accept(stop);
        if (!connection) return;
        series.log("an opponent is there");
        played += serve_one(*std::move(connection), engine, series, played, stop);
    }
}

Result<DxpGame> visit(const DxpAddress& address,
                      engine::Engine& engine,
                      const DxpSeries& series,
                      const std::stop_token& stop) {
    auto connection =
        connect_to(address, std::chrono::steady_clock::now() + series.terms.patience, stop);
    if (!connection) return Failure{connection.error()};
    DxpSocket link(*std::move(connection));
    DxpSession session(link, engine, series.terms, series.log, stop);
    Side ours = series.colour;
    DxpGame game;
    for (int played = 0; played < series.games; ++played, ours = other(ours)) {
        game = session.ask(ours, is_last(series, played));
        if (game.started) series.on_game(game);
        if (!game.more) break;
    }
    return game;
}

PdnGame pdn_of(const DxpGame& game, const std::string& our_name) {
    PdnGame pdn = deepwell::pdn_of(game.game);
    const std::string& black = game.ours == Side::Black ? our_name : game.opponent;
    const std::string& white = game.ours == Side::White ? our_name : game.opponent;
    pdn.tags = {{"Event", "DXP"}, {"Black", black}, {"White", white}, {"GameType", "21"}};
    pdn.result = result_of(game.outcome);
    pdn.main.closing_comment = single_spaced(game.reason);
    for (std::size_t i = 0; i < game.seconds.size(); ++i)
        pdn.main.moves[i].comment_after = time_comment(game.seconds[i]);
    return pdn;
}

}  // namespace deepwell::protocol
