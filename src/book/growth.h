// Growth: a book that finds itself (docs/book.md).
//
// Batch by batch the leaves nearest to the roots are searched and values backed up anew.  A batch
// is written down before it is begun, and each result as it is found: a run that was stopped or
// killed goes on as if nothing had happened, and its book is the same to the last byte, whatever
// the number of threads.

#pragma once

#include <filesystem>
#include <stop_token>

#include "base/progress.h"
#include "book/growth_graph.h"
#include "book/growth_log.h"
#include "book/move_book.h"
#include "egdb/database.h"
#include "eval/evaluator.h"

namespace deepwell::book {

struct GrowthOptions {
    std::filesystem::path log;
    std::vector<Position> roots;      // as growth_roots() gives them
    std::size_t positions = 4'000;    // to have been searched at the end
    std::uint64_t nodes = 2'000'000;  // a position
    int threads = 1;
    GrowthRules rules{};
};

struct GrowthReport {
    bool finished = false;  // not stopped before its time
    bool is_whole = false;  // nothing is left to search
    std::size_t positions = 0;
    std::size_t searched_now = 0;
    std::size_t damaged_records = 0;
    std::vector<MoveEntry> entries;
    std::vector<ChangedMove> changed;
};

// The start position and the positions after the three-move openings, each once.
std::vector<Position> growth_roots();

// `database` may be null.  Throws Error if the log cannot be read or written.
GrowthReport grow(const GrowthOptions& options,
                  const Evaluator& evaluator,
                  const egdb::Database* database,
                  const std::stop_token& stop,
                  Progress& progress);

}  // namespace deepwell::book
