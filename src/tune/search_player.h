// SearchPlayer: our own search as a player of a match.

#pragma once

#include "book/move_book.h"
#include "egdb/database.h"
#include "eval/evaluator.h"
#include "search/searcher.h"
#include "tune/player.h"
#include "tune/player_spec.h"

namespace deepwell::tune {

class SearchPlayer final : public Player {
public:
    // The database, if there is one, must outlive it.  What the book knows, if there is one, is
    // played without a search, but for positions that come again.
    SearchPlayer(std::shared_ptr<const Evaluator> evaluator,
                 const search::SearcherOptions& options,
                 const egdb::Database* database,
                 std::shared_ptr<const book::MoveBook> book = nullptr);

    void new_game() override { searcher_.clear(); }
    Choice choose(const Game& game,
                  const search::Limits& limits,
                  const std::stop_token& stop) override;

private:
    std::shared_ptr<const Evaluator> evaluator_;
    search::Searcher searcher_;
    std::shared_ptr<const book::MoveBook> book_;
};

// 16 MiB, or less where so few nodes a move will not fill that: a table is cleared before each
// game, and one that fits into the processor's cache is quicker.
std::size_t fitting_hash_bytes(const Budget& budget);

// Players by the description, who share evaluator, database and book.  The failure is about the
// file of weights or the book; a damaged book throws Error.  REQUIRES: spec.is_own(); the database
// outlives the players.
Result<PlayerFactory> own_players(const PlayerSpec& spec,
                                  const Budget& budget,
                                  const egdb::Database* database);

}  // namespace deepwell::tune
