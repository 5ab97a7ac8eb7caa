// What the databases say of the root and of each of its moves, and the move they would play.

#pragma once

#include <optional>
#include <vector>

#include "board/movegen.h"
#include "egdb/database.h"
#include "search/clock.h"
#include "search/search_score.h"

namespace deepwell::search {

// A move and its value for the side that makes it.
struct KnownMove {
    Move move;
    Wdl value = Wdl::Draw;
    std::optional<int> distance;  // plies to the end, where it is known

    Score score() const;
};

struct RootKnowledge {
    Wdl value = Wdl::Draw;         // of the best candidate
    std::vector<KnownMove> moves;  // all candidates, in their order
    // Where the distances are known: the quickest win or the longest loss.
    std::optional<KnownMove> by_distance;

    // The candidates of that value.
    std::vector<Move> best_moves() const;
    // Of all candidates; so none of them draws.
    bool has_all_distances() const;
};

// Nothing if the databases do not know all candidates.  REQUIRES: candidates are legal, not empty.
std::optional<RootKnowledge> ask_databases(const egdb::Database& database,
                                           const Position& position,
                                           const std::vector<Move>& candidates);

// Best play of both sides by distance from the position on, at most `plies`; less if the time is
// over.
std::vector<Move> distance_line(const egdb::Database& database,
                                Position position,
                                int plies,
                                const Clock& clock);

}  // namespace deepwell::search
