#include "studio/position_json.h"

#include <fmt/format.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "search/search_score.h"

namespace deepwell::studio {

namespace {

const char* outcome_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::Open:
            return "open";
        case Outcome::BlackWins:
            return "black wins";
        case Outcome::WhiteWins:
            return "white wins";
        case Outcome::Draw:
            break;
    }
    return "draw";
}

std::string squares_text(const Position& position) {
    std::string text(SquareCount, 'e');
    for (int i = 0; i < SquareCount; ++i) {
        const Square square = Square::from_index(i);
        const bool is_king = position.kings.contains(square);
        char& letter = text[static_cast<std::size_t>(i)];
        if (position.black.contains(square)) letter = is_king ? 'B' : 'b';
        if (position.white.contains(square)) letter = is_king ? 'W' : 'w';
    }
    return text;
}

Json squares_json(Bitboard squares) {
    Json numbers = Json::array();
    for (int i = 0; i < SquareCount; ++i)
        if (squares.contains(Square::from_index(i))) numbers.push_back(i + 1);
    return numbers;
}

std::string score_words(Score score, std::optional<Wdl> value) {
    if (!value) return fmt::format("{:+.2f}", score / 100.0);
    if (value == Wdl::Draw) return "draw";
    const char* const word = value == Wdl::Win ? "win" : "loss";
    const auto plies = search::plies_to_end(score);
    return plies ? fmt::format("{} in {}", word, *plies) : fmt::format("known {}", word);
}

}  // namespace

const char* side_text(Side side) {
    return side == Side::Black ? "black" : "white";
}

const char* value_text(Wdl value) {
    return value == Wdl::Win ? "win" : value == Wdl::Draw ? "draw" : "loss";
}

std::string label_of(WdlRange value) {
    if (value == WdlRange{}) return "unresolved";
    if (!value.is_exact()) return value.low == Wdl::Draw ? "D or W" : "L or D";
    return value.low == Wdl::Win ? "W" : value.low == Wdl::Draw ? "D" : "L";
}

Json value_json(WdlRange value) {
    return value.is_exact() ? Json(value_text(value.low)) : Json(nullptr);
}

std::string verdict_text(Side to_move, WdlRange value) {
    const std::string mover = name(to_move);
    if (value == WdlRange::exactly(Wdl::Win)) return mover + " wins.";
    if (value == WdlRange::exactly(Wdl::Loss)) return std::string(name(other(to_move))) + " wins.";
    if (value == WdlRange::exactly(Wdl::Draw)) return "A draw.";
    if (value.low == Wdl::Draw) return mover + " does not lose; whether it wins is open.";
    if (value.high == Wdl::Draw) return mover + " does not win; whether it loses is open.";
    return "Not decided.";
}

Json move_json(const Position& position, const Move& move) {
    Json path = Json::array({move.from.number()});
    const auto ways = paths_of(position, move);
    for (const Square square : ways.front()) path.push_back(square.number());
    return {{"notation", to_text(position, move)},
            {"long", to_long_text(position, move)},
            {"from", move.from.number()},
            {"to", move.to.number()},
            {"path", std::move(path)},
            {"captures", squares_json(move.captured)},
            {"fen", to_fen(play(position, move))}};
}

Json line_json(Position position, std::span<const Move> moves, std::size_t most) {
    Json line = Json::array();
    for (const Move& move : moves.first(std::min(moves.size(), most))) {
        line.push_back(move_json(position, move));
        position = play(position, move);
    }
    return line;
}

Json game_state_json(const GameState& state) {
    const bool is_open = state.outcome == Outcome::Open;
    return {{"outcome", outcome_text(state.outcome)},
            {"reason", is_open ? "" : describe(state.reason)}};
}

Json opening_json(const ThreeMoveOpening* opening) {
    if (opening == nullptr) return nullptr;
    return {{"acf", opening->acf_number}, {"name", opening->name}, {"moves", opening->moves}};
}

Json position_json(const Game& game, const Knowledge& knowledge) {
    const Position& position = game.position();
    Json moves = Json::array();
    for (const Move& move : legal_moves(position)) moves.push_back(move_json(position, move));
    const Truth truth = knowledge.truth_of(position);
    return {{"fen", to_fen(position)},
            {"side", side_text(position.side)},
            {"squares", squares_text(position)},
            {"black", position.black.count()},
            {"white", position.white.count()},
            {"must_jump", can_jump(position)},
            {"moves", std::move(moves)},
            {"game", game_state_json(game.state())},
            {"value", value_json(truth.value)},
            {"distance", or_null(truth.distance)},
            {"opening", opening_json(opening_at(position))}};
}

Json score_json(Score score, std::optional<Wdl> certain) {
    if (!certain && search::is_decided(score)) certain = score > 0 ? Wdl::Win : Wdl::Loss;
    const bool is_decided = certain && certain != Wdl::Draw;
    return {{"points", score},
            {"value", certain ? Json(value_text(*certain)) : Json(nullptr)},
            {"win_in", is_decided ? or_null(search::plies_to_end(score)) : Json(nullptr)},
            {"text", score_words(score, certain)}};
}

}  // namespace deepwell::studio
