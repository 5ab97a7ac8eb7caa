// Leaves: what is known about a question without a search, by the endgame databases and by facts.

#pragma once

#include <algorithm>

#include "egdb/database.h"
#include "proof/facts.h"

namespace deepwell::proof {

class Leaves {
public:
    // Asks files with at most `max_pieces`.  The database and the facts, if there are any, must
    // outlive it.
    explicit Leaves(const egdb::Database* database,
                    int max_pieces = MenPerSide * 2,
                    Facts* facts = nullptr)
        : database_(database),
          facts_(facts),
          max_pieces_(database == nullptr ? 0 : std::min(max_pieces, database->complete_pieces())) {
    }

    Answer ask(const Position& position, Side attacker) const {
        if (is_in_database(position)) return of_database(position, attacker);
        return facts_ == nullptr ? Answer::Unknown : facts_->find(position, attacker);
    }
    // Without the facts.
    Answer ask_database(const Position& position, Side attacker) const {
        return is_in_database(position) ? of_database(position, attacker) : Answer::Unknown;
    }
    void prefetch(const Position& position) const {
        if (facts_ != nullptr && !is_in_database(position)) facts_->prefetch(position);
    }

    const egdb::Database* database() const { return database_; }
    // Every position with so many pieces is decided, if both sides have some.
    int max_pieces() const { return max_pieces_; }

private:
    // A side without an enemy is in no file, and may be hemmed in by its own pieces.
    bool is_in_database(const Position& position) const {
        return position.occupied().count() <= max_pieces_ && !position.enemy().is_empty();
    }
    Answer of_database(const Position& position, Side attacker) const {
        return answer_of(database_->probe(position), position.side, attacker);
    }

    const egdb::Database* database_;
    Facts* facts_;
    int max_pieces_;
};

}  // namespace deepwell::proof
