#include "studio/position_api.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "eval/chinook.h"
#include "eval/network_evaluator.h"
#include "studio/fields.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

constexpr std::size_t LongestMove = 40;

// The opening that the game went through.
const ThreeMoveOpening* opening_of(const Game& game) {
    const ThreeMoveOpening* found = nullptr;
    for (const Position& position : game.positions())
        if (const ThreeMoveOpening* const opening = opening_at(position)) found = opening;
    return found;
}

// "11 15" for people who type without signs.
std::string with_dashes(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    while (!text.empty() && text.front() == ' ') text.erase(0, 1);
    for (char& letter : text)
        if (letter == ' ') letter = '-';
    return text;
}

Reply play_typed(const Request& request, const Knowledge& knowledge) {
    const Fields fields(request, {"fen", "moves", "move"});
    Game game = game_of(position_of(fields.text("fen", LongestFen)),
                        fields.texts_or_none("moves", MostMoves));
    const Position before = game.position();
    const auto move = parse_move(before, with_dashes(fields.text("move", LongestMove)));
    if (!move) throw Refusal(422, move.error());
    game.play(*move);
    return reply_with(
        {{"move", move_json(before, *move)}, {"position", position_json(game, knowledge)}});
}

Reply play_line(const Request& request, const Knowledge& knowledge) {
    const Fields fields(request, {"fen", "moves"});
    const Game game = game_of(position_of(fields.text_or("fen", LongestFen, "")),
                              fields.texts_or_none("moves", MostMoves));
    return reply_with({{"moves", line_json(game.initial(), game.moves(), MostMoves)},
                       {"position", position_json(game, knowledge)},
                       {"opening", opening_json(opening_of(game))}});
}

Json heuristics_json(const Position& position, const HeuristicNumbers& weights) {
    const HeuristicValues values = heuristic_values(position);
    const HeuristicNumbers& own = values.of(position.side);
    const HeuristicNumbers& enemy = values.of(other(position.side));
    Json list = Json::array();
    for (const Heuristic h : Heuristics)
        list.push_back({{"name", name_of(h)},
                        {"words", words_for(h)},
                        {"black", values.black[h]},
                        {"white", values.white[h]},
                        {"weight", weights[h]},
                        {"contribution", weights[h] * (own[h] - enemy[h])}});
    return list;
}

Reply explain(const Request& request) {
    const Position position = query_position(request);
    const int pieces = position.occupied().count();
    const std::size_t phase = phase_of(pieces);
    Json network = nullptr;
    if (auto found = default_network())
        network = NetworkEvaluator(std::move(found)).evaluate(position);
    return reply_with({{"fen", to_fen(position)},
                       {"side", side_text(position.side)},
                       {"pieces", pieces},
                       {"phase", phase + 1},
                       {"phases", PhaseCount},
                       {"man", ManScore},
                       {"heuristics", heuristics_json(position, default_weights().phases[phase])},
                       {"score", ChinookEvaluator(default_weights()).evaluate(position)},
                       {"network", network},
                       {"must_jump", can_jump(position)}});
}

}  // namespace

void add_position(Router& router, const Knowledge& knowledge) {
    router.add("GET", "/api/position", [&](const Request& request) {
        return reply_with(position_json(Game(query_position(request)), knowledge));
    });
    router.add("POST", "/api/position/move", [&](const Request& request) {
        return play_typed(request, knowledge);
    });
    router.add("POST", "/api/position/line", [&](const Request& request) {
        return play_line(request, knowledge);
    });
    router.add("GET", "/api/explain", explain);
}

}  // namespace deepwell::studio
