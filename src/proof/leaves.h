// Leaves: what the endgame databases say about a question.

#pragma once

#include <algorithm>

#include "egdb/database.h"
#include "proof/question.h"

namespace deepwell::proof {

class Leaves {
public:
    // Asks files with at most `max_pieces`.  The database, if there is one, must outlive it.
    explicit Leaves(const egdb::Database* database, int max_pieces = MenPerSide * 2)
        : database_(database),
          max_pieces_(database == nullptr ? 0 : std::min(max_pieces, database->complete_pieces())) {
    }

    // A side without an enemy is in no file, and may be hemmed in by its own pieces: Unknown.
    Answer ask(const Position& position, Side attacker) const {
        if (position.occupied().count() > max_pieces_ || position.enemy().is_empty())
            return Answer::Unknown;
        return answer_of(database_->probe(position), position.side, attacker);
    }

    const egdb::Database* database() const { return database_; }
    // Every position with so many pieces is decided, if both sides have some.
    int max_pieces() const { return max_pieces_; }

private:
    const egdb::Database* database_;
    int max_pieces_;
};

}  // namespace deepwell::proof
