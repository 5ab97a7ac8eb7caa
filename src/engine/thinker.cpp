#include "engine/thinker.h"

#include <utility>

namespace deepwell::engine {

namespace {

using search::SearchResult;

bool are_same(const Game& a, const Game& b) {
    return a.initial() == b.initial() && a.moves() == b.moves();
}

}  // namespace

Result<SearchResult> search_to_end(Engine& engine,
                                   const Game& game,
                                   const search::Limits& limits,
                                   Mode mode,
                                   const std::stop_token& stop) {
    std::optional<Result<SearchResult>> found;
    engine.set_position(game);
    engine.go(limits,
              mode,
              {.on_info = [](const search::SearchInfo&) {},
               .on_done = [&](const Result<SearchResult>& result) { found = result; }});
    const std::stop_callback on_stop(stop, [&] { engine.stop(); });
    engine.wait();
    return *std::move(found);
}

Result<SearchResult> Thinker::think(const Game& game,
                                    const search::Limits& limits,
                                    const std::stop_token& stop) {
    if (!pondered_ || !are_same(*pondered_, game)) {
        stop_pondering();
        return search_to_end(engine_, game, limits, Mode::Think, stop);
    }
    engine_.ponder_hit();
    const std::stop_callback on_stop(stop, [&] { engine_.stop(); });
    engine_.wait();
    pondered_.reset();
    return *std::exchange(found_, std::nullopt);
}

void Thinker::ponder(const Game& game,
                     const std::optional<Move>& expected,
                     const search::Limits& limits) {
    stop_pondering();
    const Settings& settings = engine_.settings();
    if (!expected || !settings.flag(Option::Ponder) || settings.number(Option::Level) > 0) return;
    Game next = game;
    next.play(*expected);
    if (next.state().outcome != Outcome::Open) return;
    engine_.set_position(next);
    pondered_ = std::move(next);
    engine_.go(limits,
               Mode::Ponder,
               {.on_info = [](const search::SearchInfo&) {},
                .on_done = [this](const Result<SearchResult>& result) { found_ = result; }});
}

void Thinker::stop_pondering() {
    if (!pondered_) return;
    engine_.stop();
    engine_.wait();
    pondered_.reset();
    found_.reset();
}

}  // namespace deepwell::engine
