#include "cli/annotation.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/opinion.h"
#include "search/search_score.h"

namespace deepwell::cli {

namespace {

using engine::JudgedMove;
using engine::Verdict;
using engine::Worth;

constexpr std::size_t VariationLength = 8;

// Numeric annotation glyphs of the PDN and PGN standards.
int nag_of(Verdict verdict) {
    return verdict == Verdict::Blunder ? 4 : verdict == Verdict::Mistake ? 2 : 6;
}

Opinion opinion_of(Side side, const Worth& worth) {
    return {side, worth.score, worth.proven};
}

void append(std::string& comment, const std::string& more) {
    if (more.empty()) return;
    if (!comment.empty()) comment += ' ';
    comment += more;
}

void mark(PdnMove& node, Verdict verdict) {
    if (node.strength.empty())
        node.strength = symbol_of(verdict);
    else
        node.nags.push_back(nag_of(verdict));
}

PdnLine better_line(const JudgedMove& judged, Side side) {
    PdnLine line;
    const std::size_t length = std::min(judged.best.pv.size(), VariationLength);
    for (std::size_t i = 0; i < length; ++i) line.moves.emplace_back().move = judged.best.pv[i];
    if (length > 0)
        line.moves.back().comment_after = in_words(opinion_of(side, judged.best_worth()));
    return line;
}

// The value for Black, so that two plies can be compared.
std::optional<Wdl> for_black(const Worth& worth, Side side) {
    if (!worth.proven || side == Side::Black) return worth.proven;
    return -*worth.proven;
}

Json move_json(const Position& position, const JudgedMove& judged, std::size_t ply) {
    return {{"ply", ply},
            {"side", position.side == Side::Black ? "black" : "white"},
            {"move", to_text(position, judged.move)},
            {"mark", symbol_of(judged.verdict)},
            {"score", judged.worth.score},
            {"wdl", wdl_json(judged.worth.proven)},
            {"distance", distance_json(judged.worth)},
            {"best", judged.best.best ? Json(to_text(position, *judged.best.best)) : Json(nullptr)},
            {"best_score", judged.best.score},
            {"best_wdl", wdl_json(judged.best.proven)},
            {"depth", judged.best.depth},
            {"pv", pv_json(position, judged.best.pv)}};
}

}  // namespace

const char* symbol_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Good:
            return "";
        case Verdict::Dubious:
            return "?!";
        case Verdict::Mistake:
            return "?";
        case Verdict::Blunder:
            return "??";
    }
    __builtin_unreachable();
}

void annotate(PdnGame& game, const std::vector<JudgedMove>& judged) {
    Side side = game.initial.side;
    std::optional<Wdl> known;
    for (std::size_t i = 0; i < judged.size(); ++i, side = other(side)) {
        const JudgedMove& move = judged[i];
        PdnMove& node = game.main.moves[i];
        const bool is_bad = move.verdict != Verdict::Good;
        const Opinion opinion = opinion_of(side, move.worth);
        std::string remark;
        if (is_bad) {
            mark(node, move.verdict);
            node.variations.push_back(better_line(move, side));
            remark = fmt::format("from {} to {}",
                                 score_text(opinion_of(side, move.best_worth())),
                                 score_text(opinion));
        }
        const auto value = for_black(move.worth, side);
        if (value && value != known && !is_bad) remark = in_words(opinion);
        known = value;
        append(node.comment_after, remark);
    }
}

Json to_json(const PdnGame& game, const std::vector<JudgedMove>& judged) {
    Json moves = Json::array();
    std::array<int, 4> counts{};
    Position position = game.initial;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        moves.push_back(move_json(position, judged[i], i + 1));
        ++counts[static_cast<std::size_t>(judged[i].verdict)];
        position = play(position, judged[i].move);
    }
    const auto tag = [&](const char* name) { return tag_value(game, name).value_or(""); };
    return {{"game", game.number},
            {"black", tag("Black")},
            {"white", tag("White")},
            {"result", tag("Result")},
            {"fen", to_fen(game.initial)},
            {"moves", moves},
            {"dubious", counts[1]},
            {"mistakes", counts[2]},
            {"blunders", counts[3]}};
}

Json wdl_json(const std::optional<Wdl>& value) {
    if (!value) return nullptr;
    return *value == Wdl::Win ? "win" : *value == Wdl::Draw ? "draw" : "loss";
}

Json distance_json(const Worth& worth) {
    const auto plies = search::plies_to_end(worth.score);
    return plies ? Json(*plies) : Json(nullptr);
}

Json pv_json(Position position, const std::vector<Move>& pv) {
    Json moves = Json::array();
    for (const Move& move : pv) {
        moves.push_back(to_text(position, move));
        position = play(position, move);
    }
    return moves;
}

}  // namespace deepwell::cli
