// The minimal book: positions of the book of games where a search as in play misses the move.
//
// A position is in it if a search of ten times the nodes insists on another move, or if the book
// of games does and the long search does not object.  Chinook's authors picked such moves by hand
// (papers/1991, section 3); here the program finds them.

#pragma once

#include <stop_token>

#include "base/progress.h"
#include "book/book_file.h"
#include "book/growth_log.h"
#include "book/move_book.h"
#include "egdb/database.h"
#include "eval/evaluator.h"

namespace deepwell::book {

struct MinimalOptions {
    std::filesystem::path log;
    std::size_t positions = 1'000;   // the most played ones are looked at
    std::uint32_t least_games = 10;  // that went through them
    std::uint64_t nodes = 500'000;   // of a search in play
    int threads = 1;
    Score insists = 20;     // points by which the long search must prefer its move
    int book_insists = 50;  // hundredths by which the book of games must
};

struct MinimalReport {
    bool finished = false;
    std::size_t examined = 0;
    std::size_t examined_now = 0;
    std::vector<MoveEntry> entries;  // missed
};

// `database` may be null.  Goes on with the log.  Throws Error if that cannot be read or written.
MinimalReport find_minimal_book(const GameBook& games,
                                const MinimalOptions& options,
                                const Evaluator& evaluator,
                                const egdb::Database* database,
                                const std::stop_token& stop,
                                Progress& progress);

}  // namespace deepwell::book
