#include "book/position_searcher.h"

#include <algorithm>
#include <bit>

#include "board/movegen.h"

namespace deepwell::book {

namespace {

constexpr std::size_t Mebibyte = std::size_t{1} << 20;
constexpr std::uint64_t BytesOfNode = 16;

std::vector<Move> moves_without(const Position& position, const Move& best) {
    std::vector<Move> others;
    for (const Move& move : legal_moves(position))
        if (move != best) others.push_back(move);
    return others;
}

}  // namespace

std::size_t hash_bytes_for(std::uint64_t nodes) {
    return std::clamp<std::size_t>(
        std::bit_ceil(std::min<std::uint64_t>(nodes, 64 * Mebibyte) * BytesOfNode / 2),
        Mebibyte,
        256 * Mebibyte);
}

PositionSearcher::PositionSearcher(const Evaluator& evaluator,
                                   const egdb::Database* database,
                                   std::uint64_t nodes)
    : nodes_(nodes), searcher_(evaluator, {hash_bytes_for(nodes), 1, {}}, database) {}

std::optional<SearchedPosition> PositionSearcher::search(const Position& kept,
                                                         const std::stop_token& stop) {
    const Game game(kept);
    searcher_.clear();
    search::Limits limits;
    limits.nodes = std::max<std::uint64_t>(nodes_ / 3 * 2, 1);
    limits.wants_score = true;
    const search::SearchResult result = searcher_.search(game, limits, stop);
    const ScoredMove best{result.best.value(), result.score};
    SearchedPosition found{kept, {best}, result.depth};
    for (const ScoredMove& other : score_others(game, best, stop)) found.moves.push_back(other);
    if (stop.stop_requested()) return std::nullopt;
    return found;
}

// What the longer search put first stays first.
std::vector<ScoredMove> PositionSearcher::score_others(const Game& game,
                                                       const ScoredMove& best,
                                                       const std::stop_token& stop) {
    search::Limits limits;
    limits.nodes = std::max<std::uint64_t>(nodes_ / 3, 1);
    limits.wants_score = true;
    limits.search_moves = moves_without(game.position(), best.move);
    limits.multi_pv = static_cast<int>(limits.search_moves.size());
    if (limits.search_moves.empty()) return {};
    std::vector<ScoredMove> others;
    searcher_.search(game, limits, stop, [&](const search::SearchInfo& info) {
        if (info.bound != search::Bound::Exact || info.pv.empty()) return;
        const ScoredMove told{info.pv.front(), std::min(info.score, best.score)};
        const auto known = std::find_if(others.begin(), others.end(), [&](const ScoredMove& one) {
            return one.move == told.move;
        });
        if (known == others.end())
            others.push_back(told);
        else
            *known = told;
    });
    std::stable_sort(others.begin(), others.end(), [](const ScoredMove& a, const ScoredMove& b) {
        return a.score > b.score;
    });
    return others;
}

}  // namespace deepwell::book
