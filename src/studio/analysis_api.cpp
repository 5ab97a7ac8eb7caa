#include "studio/analysis_api.h"

#include <thread>

#include "board/movegen.h"
#include "studio/fields.h"
#include "studio/limits.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

constexpr std::chrono::milliseconds UpdateInterval{125};
constexpr std::size_t LongestGame = 6000;  // bytes of moves in a query
constexpr int DeepestDepth = 99;

constexpr int UsualMoveTime = 1000;  // milliseconds
constexpr int LongestMoveTime = 60'000;

AnalysisWish wish_of(const Request& request) {
    const std::string moves = query_text(request, "moves", LongestGame).value_or("");
    AnalysisWish wish{.game = game_of(query_position(request), words_of(moves))};
    wish.multi_pv = static_cast<int>(
        query_whole(request, "multipv", 1, limits::MultiPv).value_or(wish.multi_pv));
    if (const auto depth = query_whole(request, "depth", 1, DeepestDepth))
        wish.depth = static_cast<int>(*depth);
    wish.seconds = query_number(request, "seconds", 0.05, limits::AnalysisSeconds);
    return wish;
}

// The first news at once, then at intervals.
class AnalysisStream {
public:
    explicit AnalysisStream(std::shared_ptr<AnalysisDesk::Seat> seat) : seat_(std::move(seat)) {}

    bool operator()(std::string& out) {
        if (has_begun_) std::this_thread::sleep_for(UpdateInterval);
        has_begun_ = true;
        const bool is_over = seat_->is_over();
        out = seat_->news();
        return !is_over;
    }

private:
    std::shared_ptr<AnalysisDesk::Seat> seat_;
    bool has_begun_ = false;
};

search::Limits play_limits(const Fields& fields) {
    search::Limits limits;
    if (fields.has("clock")) {
        const Fields clock(fields.json().at("clock"),
                           {"remaining_ms", "increment_ms", "moves_to_go"});
        limits.remaining = search::Milliseconds(clock.whole("remaining_ms", 0, 86'400'000));
        limits.increment = search::Milliseconds(clock.whole_or("increment_ms", 0, 3'600'000, 0));
        limits.moves_to_go = clock.whole_or("moves_to_go", 0, 1000, 0);
        limits.move_time = search::Milliseconds(LongestMoveTime);
    }
    if (fields.has("time_ms") || !limits.remaining)
        limits.move_time =
            search::Milliseconds(fields.whole_or("time_ms", 1, LongestMoveTime, UsualMoveTime));
    return limits;
}

engine::Settings play_settings(const Fields& fields, const Options& options) {
    engine::Settings settings = options.settings();
    const int level = fields.whole_or("level", 1, engine::MaxLevel, 0);
    settings.set("level", std::to_string(level));
    return settings;
}

Reply play_move(const Request& request,
                SearchPool& pool,
                const Knowledge& knowledge,
                const Options& options) {
    const Fields fields(request, {"fen", "moves", "level", "time_ms", "clock"});
    Game game = game_of(position_of(fields.text("fen", LongestFen)),
                        fields.texts_or_none("moves", MostMoves));
    const search::Limits limits = play_limits(fields);
    const auto loan = pool.borrow(play_settings(fields, options));
    const Position before = game.position();
    const search::SearchResult result = (*loan)->search(game, limits, {}, {});
    if (result.best) game.play(*result.best);
    return reply_with({{"move", result.best ? move_json(before, *result.best) : Json(nullptr)},
                       {"position", position_json(game, knowledge)},
                       {"score", score_json(result.score, result.proven)},
                       {"depth", result.depth},
                       {"nodes", result.nodes},
                       {"seconds", result.seconds},
                       {"pv", line_json(before, result.pv)}});
}

}  // namespace

void add_analysis(Router& router, AnalysisDesk& desk) {
    router.add("GET", "/api/analysis", [&](const Request& request) {
        return Reply{.type = "text/event-stream",
                     .events = AnalysisStream(desk.join(wish_of(request)))};
    });
}

void add_play(Router& router,
              SearchPool& pool,
              const Knowledge& knowledge,
              const Options& options) {
    router.add("POST", "/api/play", [&](const Request& request) {
        return play_move(request, pool, knowledge, options);
    });
}

}  // namespace deepwell::studio
