// What the databases say of the root, and the move they would play.

#pragma once

#include <optional>
#include <vector>

#include "board/movegen.h"
#include "egdb/database.h"
#include "search/clock.h"

namespace deepwell::search {

struct RootKnowledge {
    Wdl value = Wdl::Draw;         // of the best candidate
    std::vector<Move> best_moves;  // the candidates of that value
    // Where the distances are known: of the quickest win or the longest loss, plies to the end.
    std::optional<int> distance;
    std::optional<Move> by_distance;
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
