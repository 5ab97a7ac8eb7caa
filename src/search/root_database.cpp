#include "search/root_database.h"

namespace deepwell::search {

namespace {

std::optional<int> distance_of(const egdb::Database& database, const Position& position) {
    if (legal_moves(position).empty()) return 0;
    return database.distance(position);
}

// The value of a move for the side that makes it.
std::optional<Wdl> value_of(const egdb::Database& database, const Position& after) {
    if (legal_moves(after).empty()) return Wdl::Win;
    const WdlRange range = database.probe(after);
    return range.is_exact() ? std::optional(-range.low) : std::nullopt;
}

void choose_by_distance(const egdb::Database& database,
                        const Position& position,
                        RootKnowledge& knowledge) {
    if (knowledge.value == Wdl::Draw) return;
    for (const Move& move : knowledge.best_moves) {
        const auto rest = distance_of(database, play(position, move));
        if (!rest) {
            knowledge.distance = std::nullopt;
            knowledge.by_distance = std::nullopt;
            return;
        }
        const int distance = *rest + 1;
        const bool better =
            !knowledge.distance || (knowledge.value == Wdl::Win ? distance < *knowledge.distance
                                                                : distance > *knowledge.distance);
        if (!better) continue;
        knowledge.distance = distance;
        knowledge.by_distance = move;
    }
}

}  // namespace

std::optional<RootKnowledge> ask_databases(const egdb::Database& database,
                                           const Position& position,
                                           const std::vector<Move>& candidates) {
    if (position.occupied().count() > database.complete_pieces()) return std::nullopt;
    RootKnowledge knowledge{Wdl::Loss, {}, {}, {}};
    for (const Move& move : candidates) {
        const auto value = value_of(database, play(position, move));
        if (!value) return std::nullopt;
        if (*value > knowledge.value) {
            knowledge.value = *value;
            knowledge.best_moves.clear();
        }
        if (*value == knowledge.value) knowledge.best_moves.push_back(move);
    }
    choose_by_distance(database, position, knowledge);
    return knowledge;
}

std::vector<Move> distance_line(const egdb::Database& database,
                                Position position,
                                int plies,
                                const Clock& clock) {
    std::vector<Move> line;
    while (static_cast<int>(line.size()) < plies && !clock.is_over()) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const auto known = ask_databases(database, position, {moves.begin(), moves.end()});
        if (!known || !known->by_distance) break;
        line.push_back(*known->by_distance);
        position = play(position, line.back());
    }
    return line;
}

}  // namespace deepwell::search
