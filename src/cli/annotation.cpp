#include "cli/annotation.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <regex>

#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"
#include "cli/annotation_remarks.h"
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

// Ours, and nothing that merely looks like it: what score_text() and in_words() write.
bool is_cost(const std::string& remark) {
    static const std::regex form(R"(from ([-+]\d+\.\d\d|(won|lost)( in \d+)?|drawn) )"
                                 R"(to ([-+]\d+\.\d\d|(won|lost)( in \d+)?|drawn))");
    return std::regex_match(remark, form);
}

bool is_truth(const std::string& remark) {
    static const std::regex form("for certain: (drawn|(Black|White) wins(, \\d+ (ply|plies))?)");
    return std::regex_match(remark, form);
}

bool is_opinion(const std::string& remark) {
    static const std::regex form(
        R"(drawn|(Black|White) wins(, \d+ (ply|plies))?|even|)"
        R"(about even \(\d\.\d\d for (Black|White)\)|)"
        R"((Black|White) is (slightly better|better|clearly better|winning, it seems) )"
        R"(\(\d+\.\d\d\))");
    return std::regex_match(remark, form);
}

// A nag that judges the move as ! and ? do.
bool is_mark(int nag) {
    return nag >= 1 && nag <= 6;
}

bool is_marked(const PdnMove& node) {
    return !node.strength.empty() || std::any_of(node.nags.begin(), node.nags.end(), is_mark);
}

// Beside the mark of somebody else ours is the last nag.
void mark(PdnMove& node, Verdict verdict) {
    if (is_marked(node))
        node.nags.push_back(nag_of(verdict));
    else
        node.strength = symbol_of(verdict);
}

// REQUIRES: we marked it.
void unmark(PdnMove& node) {
    if (!node.nags.empty() && is_mark(node.nags.back())) {
        const int last = node.nags.back();
        node.nags.pop_back();
        if (is_marked(node)) return;
        node.nags.push_back(last);
    }
    const auto is = [&](Verdict verdict) { return node.strength == symbol_of(verdict); };
    if (is(Verdict::Dubious) || is(Verdict::Mistake) || is(Verdict::Blunder)) node.strength.clear();
}

bool is_better_line(const PdnLine& line) {
    if (line.moves.empty() || line.moves.size() > VariationLength) return false;
    PdnLine plain;
    for (const PdnMove& node : line.moves) plain.moves.emplace_back().move = node.move;
    plain.moves.back().comment_after = line.moves.back().comment_after;
    return line == plain && is_opinion(line.moves.back().comment_after);
}

// Marks and better lines are ours where the remark says what the move cost.
void forget_annotation(PdnMove& node) {
    const auto others_part = [](bool (*is_ours)(const std::string&)) {
        return [=](std::string_view remark) {
            return is_ours(std::string(remark)) ? std::string_view{} : remark;
        };
    };
    forget_remarks(node.comment_after, others_part(is_truth));
    if (forget_remarks(node.comment_after, others_part(is_cost)) == 0) return;
    unmark(node);
    const auto found =
        std::find_if(node.variations.rbegin(), node.variations.rend(), is_better_line);
    if (found != node.variations.rend()) node.variations.erase(std::prev(found.base()));
}

// REQUIRES: there is a line.
PdnLine better_line(const JudgedMove& judged, Side side) {
    PdnLine line;
    const std::size_t length = std::min(judged.best.pv.size(), VariationLength);
    for (std::size_t i = 0; i < length; ++i) line.moves.emplace_back().move = judged.best.pv[i];
    line.moves.back().comment_after = in_words(opinion_of(side, judged.best_worth()));
    return line;
}

void annotate_bad(PdnMove& node, const JudgedMove& judged, Side side) {
    mark(node, judged.verdict);
    if (!judged.best.pv.empty()) node.variations.push_back(better_line(judged, side));
    add_remark(node.comment_after,
               fmt::format("from {} to {}",
                           score_text(opinion_of(side, judged.best_worth())),
                           score_text(opinion_of(side, judged.worth))));
}

// Where no variation stands between them they would be read as one.
void join_last_comments(PdnLine& line) {
    if (line.moves.empty() || !line.moves.back().variations.empty()) return;
    add_remark(line.moves.back().comment_after, std::exchange(line.closing_comment, {}));
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
        PdnMove& node = game.main.moves[i];
        forget_annotation(node);
        const auto value = for_black(judged[i].worth, side);
        if (judged[i].verdict != Verdict::Good)
            annotate_bad(node, judged[i], side);
        else if (value && value != known)
            add_remark(node.comment_after,
                       "for certain: " + in_words(opinion_of(side, judged[i].worth)));
        known = value;
    }
    join_last_comments(game.main);
    sign(game);
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
