// BookBuilder: gathers games into a book.
//
// The order of games does not matter.

#pragma once

#include <optional>
#include <unordered_map>

#include "board/game.h"
#include "book/book_entry.h"
#include "egdb/database.h"

namespace deepwell::book {

class BookBuilder {
public:
    // Every position and move of the game.  Nothing for an outcome that nobody knows.
    void add(const Game& game, std::optional<Outcome> outcome);

    // All of another book, with `games` in it.
    void add(std::span<const Entry> entries, std::uint64_t games);

    std::uint64_t games() const { return games_; }
    std::size_t size() const { return entries_.size(); }

    // The entries in order, with values backed up.  What the database knows, if there is one,
    // overrides results.
    std::vector<Entry> finish(const egdb::Database* database) const;

private:
    struct PositionHash {
        std::size_t operator()(const Position& position) const { return hash_of(position); }
    };
    Entry& entry_of(const Position& kept);

    std::unordered_map<Position, Entry, PositionHash> entries_;
    std::uint64_t games_ = 0;
};

}  // namespace deepwell::book
