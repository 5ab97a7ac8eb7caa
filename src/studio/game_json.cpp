#include "studio/game_json.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "board/pdn_writer.h"
#include "studio/position_json.h"

namespace deepwell::studio {

namespace {

const char* winner_text(PdnResult result, ResultReading reading) {
    const auto outcome = outcome_of(result, reading);
    if (!outcome) return "none";
    switch (*outcome) {
        case Outcome::BlackWins:
            return "black";
        case Outcome::WhiteWins:
            return "white";
        case Outcome::Draw:
            return "draw";
        case Outcome::Open:
            break;
    }
    return "open";
}

Json tree_json(Position position, const PdnLine& line);

Json tree_move_json(const Position& position, const PdnMove& move) {
    Json variations = Json::array();
    for (const PdnLine& variation : move.variations)
        variations.push_back(tree_json(position, variation));
    return {{"move", move_json(position, move.move)},
            {"comment_before", move.comment_before},
            {"strength", move.strength},
            {"nags", move.nags},
            {"comment_after", move.comment_after},
            {"variations", std::move(variations)}};
}

// Not deeper than MaxVariationDepth.
Json tree_json(Position position, const PdnLine& line) {  // NOLINT(misc-no-recursion)
    Json moves = Json::array();
    for (const PdnMove& move : line.moves) {
        moves.push_back(tree_move_json(position, move));
        position = play(position, move.move);
    }
    return {{"moves", std::move(moves)}, {"closing_comment", line.closing_comment}};
}

}  // namespace

Json header_json(const GameHeader& header, ResultReading reading) {
    return {{"id", header.id},
            {"event", header.event},
            {"site", header.site},
            {"date", header.date},
            {"black", header.black},
            {"white", header.white},
            {"result", deepwell::to_text(header.result)},
            {"outcome", winner_text(header.result, reading)},
            {"opening", opening_json(header.opening)},
            {"plies", header.plies},
            {"faulty", header.is_faulty},
            {"start", header.is_from_start},
            {"annotated", header.is_annotated}};
}

Json game_json(const PdnGame& game, const GameHeader& header, ResultReading reading) {
    Json tags = Json::array();
    for (const PdnTag& tag : game.tags) tags.push_back({{"name", tag.name}, {"value", tag.value}});
    return {{"header", header_json(header, reading)},
            {"tags", std::move(tags)},
            {"initial", to_fen(game.initial)},
            {"main", tree_json(game.initial, game.main)},
            {"pdn", to_pdn(game)}};
}

Json error_json(const PdnError& error) {
    return {{"game", error.game},
            {"line", error.line},
            {"ply", error.ply},
            {"text", error.text},
            {"words", describe(error)}};
}

}  // namespace deepwell::studio
