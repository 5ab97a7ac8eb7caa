#include "studio/review_job.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/pdn_writer.h"
#include "engine/game_judge.h"
#include "search/search_score.h"
#include "studio/fields.h"
#include "studio/games_api.h"
#include "studio/limits.h"
#include "studio/position_json.h"
#include "studio/search_pool.h"

namespace deepwell::studio {

namespace {

using engine::JudgedMove;
using engine::Verdict;

constexpr double UsualReviewSeconds = 0.5;
constexpr std::size_t LongestBetterLine = 16;
constexpr Score GraphLimit = 2000;

struct VerdictText {
    const char* name;
    const char* symbol;
};
constexpr std::array VerdictTexts{VerdictText{"good", ""},
                                  VerdictText{"dubious", "?!"},
                                  VerdictText{"mistake", "?"},
                                  VerdictText{"blunder", "??"}};
const VerdictText& text_of(Verdict verdict) {
    return VerdictTexts[static_cast<std::size_t>(verdict)];
}

std::string tag_or(const PdnGame& game, const char* tag, const char* otherwise) {
    return std::string(tag_value(game, tag).value_or(otherwise));
}

JobPlan plan(const Json& request, const GameStore& games) {
    const Fields fields(request, {"kind", "game", "pdn", "seconds"});
    if (fields.has("game") == fields.has("pdn")) throw Refusal(400, "give either 'game' or 'pdn'");
    std::optional<PdnGame> game;
    if (fields.has("game")) {
        game = games.get(fields.whole("game", 0, INT64_MAX));
        if (!game) throw Refusal(404, "there is no such game");
    } else {
        game = one_game(fields.text("pdn", limits::PdnBytes));
    }
    if (game->main.moves.empty()) throw Refusal(422, "the game has no moves");
    Json complete = {{"kind", "review"},
                     {"pdn", to_pdn(*game)},
                     {"seconds", fields.number_or("seconds", 0.01, 600, UsualReviewSeconds)}};
    if (fields.has("game")) complete["game"] = fields.json().at("game");
    return {
        std::move(complete),
        fmt::format(
            "Review of {} - {}", tag_or(*game, "Black", "Black"), tag_or(*game, "White", "White"))};
}

// The result as it grows.
class Review {
public:
    Review(const PdnGame& game, const Json& request)
        : position_(game.initial),
          json_({{"kind", "review"},
                 {"game", request.contains("game") ? request.at("game") : Json(nullptr)},
                 {"initial", to_fen(game.initial)},
                 {"black_name", tag_or(game, "Black", "Black")},
                 {"white_name", tag_or(game, "White", "White")},
                 {"total", game.main.moves.size()},
                 {"moves", Json::array()},
                 {"black", no_counts()},
                 {"white", no_counts()}}) {}

    void add(const JudgedMove& judged) {
        json_["moves"].push_back(move_entry(judged));
        Json& counts = json_[side_text(position_.side)];
        const auto count = [&](const char* name) { counts[name] = counts[name].get<int>() + 1; };
        count("moves");
        if (judged.verdict == Verdict::Dubious) count("dubious");
        if (judged.verdict == Verdict::Mistake) count("mistakes");
        if (judged.verdict == Verdict::Blunder) count("blunders");
        position_ = play(position_, judged.move);
    }
    const Json& json() const { return json_; }

private:
    static Json no_counts() {
        return {{"dubious", 0}, {"mistakes", 0}, {"blunders", 0}, {"moves", 0}};
    }
    Json move_entry(const JudgedMove& judged) const {
        const auto& best = judged.best;
        const Score for_black =
            position_.side == Side::Black ? judged.worth.score : -judged.worth.score;
        const bool is_draw = judged.worth.proven == Wdl::Draw;
        return {{"ply", json_["moves"].size() + 1},
                {"side", side_text(position_.side)},
                {"move", move_json(position_, judged.move)},
                {"fen", to_fen(position_)},
                {"verdict", text_of(judged.verdict).name},
                {"played", score_json(judged.worth.score, judged.worth.proven)},
                {"best", score_json(best.score, best.proven)},
                {"best_move", best.best ? move_json(position_, *best.best) : Json(nullptr)},
                {"best_line", line_json(position_, best.pv, LongestBetterLine)},
                {"black_points", is_draw ? 0 : std::clamp(for_black, -GraphLimit, GraphLimit)}};
    }

    Position position_;
    Json json_;
};

// Marks the bad moves, with the better line as a variation.
std::string annotated(PdnGame game, const std::vector<JudgedMove>& judged) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
        PdnMove& move = game.main.moves[i];
        if (judged[i].verdict == Verdict::Good) continue;
        move.strength = text_of(judged[i].verdict).symbol;
        PdnLine better;
        for (const Move& next : judged[i].best.pv) {
            if (better.moves.size() == LongestBetterLine) break;
            better.moves.emplace_back().move = next;
        }
        if (!better.moves.empty()) move.variations.push_back(std::move(better));
    }
    game.tags.push_back({"Annotator", "Deepwell"});
    return to_pdn(game);
}

std::string summary_of(const Json& review) {
    const auto side = [&](const char* name, const char* key) {
        const Json& counts = review.at(key);
        return fmt::format("{}: {} blunders, {} mistakes, {} dubious moves",
                           name,
                           counts.at("blunders").get<int>(),
                           counts.at("mistakes").get<int>(),
                           counts.at("dubious").get<int>());
    };
    return side("Black", "black") + "; " + side("White", "white") + ".";
}

JobEnd work(JobContext& context, const Options& options) {
    const Json& request = context.request();
    const PdnGame game = one_game(request.at("pdn"));
    Review review(game, request);
    search::Limits limits;
    limits.move_time =
        search::Milliseconds(static_cast<int>(1000 * request.at("seconds").get<double>()));
    const auto search = search_by(options.settings());
    const auto total = static_cast<double>(game.main.moves.size());
    double done = 0;
    const auto judged = engine::judge_game(
        *search, main_game(game), limits, context.stop(), [&](const JudgedMove& move) {
            review.add(move);
            context.set_result(review.json());
            context.progress().update(
                {.stage = "judging the moves", .done = ++done, .total = total, .unit = "moves"});
        });
    if (context.stop().stop_requested() && judged.size() < game.main.moves.size())
        return {false, "Stopped; it begins anew when it is resumed."};
    context.set_result(review.json());
    context.save_file("review.pdn", annotated(game, judged));
    return {true, summary_of(review.json())};
}

}  // namespace

JobKind review_job(const GameStore& games, const Options& options) {
    return {.name = "review",
            .plan = [&](const Json& request) { return plan(request, games); },
            .work = [&](JobContext& context) { return work(context, options); }};
}

}  // namespace deepwell::studio
