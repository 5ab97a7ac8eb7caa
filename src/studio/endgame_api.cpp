#include "studio/endgame_api.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

#include "board/fen.h"
#include "board/movegen.h"
#include "studio/fields.h"
#include "studio/position_json.h"
#include "studio/status_api.h"

namespace deepwell::studio {

namespace {

constexpr int MostProbedPieces = 10;
constexpr std::int64_t LongestEndgameLine = 500;
constexpr std::int64_t UsualLine = 300;

// A move and what is known of it, for the side that makes it.
struct KnownMove {
    Move move;
    Truth truth;
};

// A quick win before a slow one, a late loss before an early one.
bool is_better(const KnownMove& a, const KnownMove& b) {
    const auto rank = [](const Truth& truth) {
        const int plies = truth.distance.value_or(0);
        return std::tuple(
            truth.value.low, truth.value.high, truth.value.low == Wdl::Win ? -plies : plies);
    };
    return rank(a.truth) > rank(b.truth);
}

std::vector<KnownMove> known_moves(const Knowledge& knowledge, const Position& position) {
    std::vector<KnownMove> moves;
    for (const Move& move : legal_moves(position)) {
        const Truth after = knowledge.truth_of(play(position, move));
        const auto plies = after.distance ? std::optional(*after.distance + 1) : std::nullopt;
        moves.push_back({move, {-after.value, plies}});
    }
    std::ranges::stable_sort(moves, is_better);
    return moves;
}

Json groups_json(const Position& position, const std::vector<KnownMove>& moves) {
    constexpr std::array Names{"win", "draw", "loss", "unknown"};
    std::array<Json, Names.size()> groups;
    groups.fill(Json::array());
    for (const KnownMove& known : moves) {
        const WdlRange value = known.truth.value;
        const std::size_t place =
            value.is_exact() ? static_cast<std::size_t>(1 - static_cast<int>(value.low)) : 3;
        groups[place].push_back({{"move", move_json(position, known.move)},
                                 {"value", value_json(value)},
                                 {"distance", or_null(known.truth.distance)}});
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < Names.size(); ++i)
        if (!groups[i].empty())
            list.push_back({{"value", Names[i]}, {"moves", std::move(groups[i])}});
    return list;
}

std::string truth_words(const Position& position, const Truth& truth) {
    if (truth.value == WdlRange{}) return "The databases do not reach this position.";
    std::string words = verdict_text(position.side, truth.value);
    if (!truth.distance) return words;
    words.pop_back();
    return fmt::format(
        "{} in {} {}.", words, *truth.distance, *truth.distance == 1 ? "ply" : "plies");
}

Reply endgame(const Request& request, const Knowledge& knowledge) {
    const Position position = required_position(request);
    const Truth truth = knowledge.truth_of(position);
    const std::vector<KnownMove> moves = known_moves(knowledge, position);
    return reply_with({{"fen", to_fen(position)},
                       {"material", egdb::to_text(egdb::material_of(position))},
                       {"pieces", position.occupied().count()},
                       {"known", truth.value.is_exact()},
                       {"label", label_of(truth.value)},
                       {"value", value_json(truth.value)},
                       {"distance", or_null(truth.distance)},
                       {"unit", "plies"},
                       {"words", truth_words(position, truth)},
                       {"groups", groups_json(position, moves)},
                       {"game", game_state_json(Game(position).state())}});
}

// Both sides play by distance; ends with the game, at the limit, or where nothing is known.
std::vector<Move> perfect_line(const Knowledge& knowledge, Position position, std::size_t most) {
    std::vector<Move> line;
    while (line.size() < most) {
        const std::vector<KnownMove> moves = known_moves(knowledge, position);
        if (moves.empty() || !moves.front().truth.distance) break;
        line.push_back(moves.front().move);
        position = play(position, moves.front().move);
    }
    return line;
}

Reply endgame_line(const Request& request, const Knowledge& knowledge) {
    const Position position = required_position(request);
    const auto most = query_whole(request, "limit", 1, LongestEndgameLine).value_or(UsualLine);
    const Truth truth = knowledge.truth_of(position);
    std::vector<Move> line;
    if (truth.distance) line = perfect_line(knowledge, position, static_cast<std::size_t>(most));
    const bool is_complete = truth.distance && std::cmp_equal(line.size(), *truth.distance);
    return reply_with({{"fen", to_fen(position)},
                       {"value", value_json(truth.value)},
                       {"distance", or_null(truth.distance)},
                       {"moves", line_json(position, line, line.size())},
                       {"complete", is_complete},
                       {"words", truth_words(position, truth)}});
}

Json material_json(const egdb::Database& database, const egdb::DatabaseFile& file) {
    const egdb::FileHeader& header = file.header();
    const egdb::DatabaseFile* const distances = database.distance_file(header.material);
    const auto longest = database.longest_win(header.material);
    return {{"material", egdb::to_text(header.material)},
            {"pieces", header.material.pieces()},
            {"positions", header.positions},
            {"wins", header.wins},
            {"draws", header.draws},
            {"losses", header.losses},
            {"bytes", file.size()},
            {"distance_bytes", distances != nullptr ? Json(distances->size()) : Json(nullptr)},
            {"longest",
             longest && distances != nullptr ? Json(distances->header().longest) : Json(nullptr)},
            {"longest_fen", longest ? Json(to_fen(*longest)) : Json(nullptr)}};
}

Reply materials(const Request& request, const Knowledge& knowledge, const Json& building) {
    const auto wanted = query_whole(request, "pieces", 2, MostProbedPieces);
    const auto database = knowledge.database();
    Json list = Json::array();
    for (int pieces = 2; pieces <= MostProbedPieces; ++pieces) {
        if (wanted && *wanted != pieces) continue;
        for (const egdb::Material& material : egdb::materials_with(pieces))
            if (const egdb::DatabaseFile* const file = database->file(material))
                list.push_back(material_json(*database, *file));
    }
    return reply_with(
        {{"databases", databases_json(knowledge, building)}, {"materials", std::move(list)}});
}

}  // namespace

void add_endgame(Router& router, const Knowledge& knowledge, const Jobs& jobs) {
    router.add(
        "GET", "/api/endgame", [&](const Request& request) { return endgame(request, knowledge); });
    router.add("GET", "/api/endgame/line", [&](const Request& request) {
        return endgame_line(request, knowledge);
    });
    router.add("GET", "/api/endgame/materials", [&](const Request& request) {
        return materials(request, knowledge, building_job(jobs.all()));
    });
}

}  // namespace deepwell::studio
