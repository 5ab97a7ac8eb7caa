// Does a book of moves lead into losses?  A sample of its leaves is searched longer than in play.
//
// A leaf is where a line of the book ends: the position after a move that the book itself would
// play, when nothing is known of what comes next.

#pragma once

#include <stop_token>

#include "base/progress.h"
#include "book/move_book.h"
#include "egdb/database.h"
#include "eval/evaluator.h"

namespace deepwell::book {

struct CheckOptions {
    std::size_t sample = 200;
    std::uint64_t nodes = 5'000'000;  // a leaf
    std::uint64_t seed = 1;
    int threads = 1;
};

struct Leaf {
    Position position;  // where the book moves, Black to move
    Move move;
    Position end;              // Black to move
    bool is_our_turn = false;  // there, after moves without a choice
    Score claimed = 0;         // by the book, for the side that made the move
    Score found = 0;           // by the search, likewise
    bool operator==(const Leaf&) const = default;
};

struct CheckReport {
    bool finished = false;
    std::size_t illegal_moves = 0;  // of all entries
    std::size_t leaves = 0;         // of the book
    std::vector<Leaf> sample;       // as far as it was searched
    std::vector<Leaf> lost;         // of the sample, by force, and the book did not know
    std::size_t known_lost = 0;     // of the sample, by force, as the book says
};

// All leaves, in the order of the book.
std::vector<Leaf> leaves_of(const MoveBook& book);

// `database` may be null.
CheckReport check_book(const MoveBook& book,
                       const CheckOptions& options,
                       const Evaluator& evaluator,
                       const egdb::Database* database,
                       const std::stop_token& stop,
                       Progress& progress);

}  // namespace deepwell::book
