// EndingCollector: keeps some of the endings that searches ask an evaluator about, and finds out
// what they are worth.  A network of endings (eval/ending_network.h) learns from them.

#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "egdb/database.h"
#include "eval/ending_network.h"
#include "eval/evaluator.h"
#include "search/searcher.h"
#include "tune/sample.h"

namespace deepwell::tune {

struct EndingOptions {
    std::uint64_t every = 30;         // one position in so many is kept
    std::uint64_t judge_nodes = 500;  // for what the judge's databases do not hold
};

class EndingCollector final : public Evaluator {
public:
    // Both must outlive it; `judge` may be null.
    EndingCollector(const Evaluator& evaluator,
                    const egdb::Database* judge,
                    const EndingOptions& options);

    // Of the evaluator.  Unlike other evaluators it is for one thread.
    Score evaluate(const Position& position) const override;

    // What was kept since the last time, each position once, Black to move.  Scores are those of a
    // search (search/search_score.h); what the databases hold is decided, or 0 for a draw.
    std::vector<Sample> take();

private:
    Sample judged(const Position& position);

    const Evaluator& evaluator_;
    const egdb::Database* judge_;
    EndingOptions options_;
    search::Searcher searcher_;
    mutable std::unordered_set<std::uint64_t> seen_;  // hashes
    mutable std::vector<Position> kept_;
};

}  // namespace deepwell::tune
