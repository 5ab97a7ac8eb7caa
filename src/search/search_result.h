// What a search says while it goes on (SearchInfo) and at its end (SearchResult).

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "board/move.h"
#include "board/wdl.h"
#include "search/search_score.h"
#include "search/transposition_table.h"

namespace deepwell::search {

struct SearchInfo {
    int depth = 0;
    int selective_depth = 0;  // the longest line
    Score score = 0;          // for the side to move at the root (search_score.h)
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;   // of all threads
    std::uint64_t probes = 0;  // of the databases
    double seconds = 0;
    double nodes_per_second = 0;
    int hash_per_mille = 0;
    int rank = 1;  // 1: the best move, 2: the second best, ... with multi_pv
    std::vector<Move> pv;
};
// Called by the thread that called Searcher::search().
using InfoCallback = std::function<void(const SearchInfo&)>;

struct SearchResult {
    std::optional<Move> best;    // nothing: there is no legal move
    std::optional<Move> ponder;  // the expected answer
    Score score = 0;
    // The value, where it is certain under the rules of endless play: from the databases or seen to
    // the end.
    std::optional<Wdl> proven;
    int depth = 0;  // of the last iteration that was finished
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;
    double seconds = 0;
    std::vector<Move> pv;
};

}  // namespace deepwell::search
