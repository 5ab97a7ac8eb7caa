// PositionSearcher: searches single positions for the books, much longer than in play.
//
// Each search begins with nothing remembered and has its number of nodes, so that what it says
// depends on the position alone.  Two thirds of the nodes go to the best move, one third to the
// scores of the others.

#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "book/searched_position.h"
#include "search/searcher.h"

namespace deepwell::book {

// For the table of a search of so many nodes: enough, and quick to clear.
std::size_t hash_bytes_for(std::uint64_t nodes);

class PositionSearcher {
public:
    // The evaluator, and the database if there is one, must outlive it.
    PositionSearcher(const Evaluator& evaluator,
                     const egdb::Database* database,
                     std::uint64_t nodes);

    // Nothing if it was stopped.  REQUIRES: Black is to move and can.
    std::optional<SearchedPosition> search(const Position& kept, const std::stop_token& stop);

private:
    std::vector<ScoredMove> score_others(const Game& game,
                                         const ScoredMove& best,
                                         const std::stop_token& stop);

    std::uint64_t nodes_;
    search::Searcher searcher_;
};

}  // namespace deepwell::book
