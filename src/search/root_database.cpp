#include "search/root_database.h"

#include <algorithm>

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

std::optional<KnownMove> known_move(const egdb::Database& database,
                                    const Position& position,
                                    const Move& move) {
    const Position after = play(position, move);
    const auto value = value_of(database, after);
    if (!value) return std::nullopt;
    KnownMove known{move, *value, {}};
    if (*value == Wdl::Draw) return known;
    if (const auto rest = distance_of(database, after)) known.distance = *rest + 1;
    return known;
}

void choose_by_distance(RootKnowledge& knowledge) {
    if (knowledge.value == Wdl::Draw) return;
    std::optional<KnownMove> best;
    for (const KnownMove& known : knowledge.moves) {
        if (known.value != knowledge.value) continue;
        if (!known.distance) return;
        if (!best || known.score() > best->score()) best = known;
    }
    knowledge.by_distance = best;
}

}  // namespace

Score KnownMove::score() const {
    if (!distance) return database_score(value, 0);
    return value == Wdl::Win ? WinScore - *distance : loss_at(*distance);
}

std::vector<Move> RootKnowledge::best_moves() const {
    std::vector<Move> best;
    for (const KnownMove& known : moves)
        if (known.value == value) best.push_back(known.move);
    return best;
}

bool RootKnowledge::has_all_distances() const {
    return std::all_of(
        moves.begin(), moves.end(), [](const KnownMove& known) { return known.distance; });
}

std::optional<RootKnowledge> ask_databases(const egdb::Database& database,
                                           const Position& position,
                                           const std::vector<Move>& candidates) {
    if (position.occupied().count() > database.complete_pieces()) return std::nullopt;
    RootKnowledge knowledge{Wdl::Loss, {}, {}};
    for (const Move& move : candidates) {
        const auto known = known_move(database, position, move);
        if (!known) return std::nullopt;
        knowledge.value = std::max(knowledge.value, known->value);
        knowledge.moves.push_back(*known);
    }
    choose_by_distance(knowledge);
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
        line.push_back(known->by_distance->move);
        position = play(position, line.back());
    }
    return line;
}

}  // namespace deepwell::search
