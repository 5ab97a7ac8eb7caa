// Searcher: finds the best move of a game's position.  The layer's face.
//
//     Searcher searcher(evaluator, {.threads = 2}, &database);
//     SearchResult result = searcher.search(game, {.move_time = 1s}, stop_token, print_info);
//
// More threads search the same tree and share what they find through the transposition table
// ("lazy SMP").  With one thread and a limit of depth or nodes the result is the same every time
// after clear().

#pragma once

#include <future>
#include <memory>
#include <stop_token>
#include <vector>

#include "board/game.h"
#include "search/oracle.h"
#include "search/root_database.h"
#include "search/root_search.h"
#include "search/way_finder.h"

namespace deepwell::search {

struct SearcherOptions {
    std::size_t hash_bytes = std::size_t{64} << 20;
    int threads = 1;
    SearchParams params{};
    // Asked instead of the evaluator by searches whose score matters (Limits::wants_score), but for
    // those that look for nothing but a win or a loss.  What these searches leave in the table is
    // not seen by the others, and the other way round.  It must outlive the searcher.
    const Evaluator* judge = nullptr;
};

class Searcher {
public:
    // The evaluator, and the database if there is one, must outlive it.
    Searcher(const Evaluator& evaluator,
             const SearcherOptions& options,
             const egdb::Database* database = nullptr);

    // Blocks until a limit is met or a stop is requested; where a move is wanted (not
    // until_decided), all are looked at to one ply whatever the limits, which takes some hundred
    // nodes.  Throws Error if the databases are damaged.  REQUIRES: one search at a time;
    // search_moves are legal.
    SearchResult search(const Game& game,
                        const Limits& limits,
                        const std::stop_token& stop = {},
                        const InfoCallback& callback = {});

    // Asked by the searches to come, if there is one thread; nullptr: nobody is.
    void set_oracle(Oracle* oracle) { oracle_ = oracle; }

    // What searches from positions that the databases do not know have left behind.
    const TranspositionTable& table() const;

    // Is the side safe here, by what searches for its safety (Limits) have left behind?  If so:
    // how soon that was seen, the sooner the greater.
    std::optional<Score> claim_of_safety(const Position& position,
                                         Side side,
                                         unsigned safety_keys) const;

    // Forgets everything, as before a new game.
    void clear();
    // The same, but a large table is emptied while the caller goes on.  A search with little time
    // that comes too early for it makes do with a small one.
    void start_clearing();

private:
    void clear_orders();
    bool is_for_judge(const Limits& limits) const;
    // REQUIRES: table and value of the root are known.
    Shared shared_for(const Limits& limits, const std::stop_token& stop);
    TranspositionTable& table_for(const Limits& limits, const std::stop_token& stop);
    // One ply without limits, for a search that was cut off before it knew anything.
    void look_once(const Game& game,
                   const std::vector<Move>& candidates,
                   const std::optional<RootKnowledge>& known,
                   Limits limits,
                   const Shared& cut_off,
                   const InfoCallback& callback);
    RootSearch::Report report_to(const InfoCallback& callback) const;
    std::vector<Move> candidates_of(const Game& game, const Limits& limits) const;
    void run(const Limits& limits, Shared& shared, const InfoCallback& callback);
    void report(const RootMove& move, int depth, int rank, const InfoCallback& callback) const;
    void wait_if_endless(const Limits& limits, const std::stop_token& stop) const;
    // The search ends a line where the table knows the rest; for readers it goes on from there.
    std::vector<Move> lengthened(std::vector<Move> line) const;
    SearchResult result_of_threads() const;
    // The database's own play, by distance or on the way that wins; nothing if it knows neither.
    std::optional<SearchResult> database_result(const Position& root,
                                                const RootKnowledge& known,
                                                const Limits& limits,
                                                const std::stop_token& stop);
    SearchResult distance_result(const Position& root, const RootKnowledge& known) const;
    SearchResult completed(SearchResult result, const RootKnowledge& known) const;
    std::vector<Move> line_by_distance(const Position& root, const Move& first) const;
    std::uint64_t nodes() const;
    std::uint64_t probes() const;

    const Evaluator& evaluator_;
    const Evaluator* judge_;
    const egdb::Database* database_;
    std::unique_ptr<WayFinder> way_;  // with a database
    Oracle* oracle_ = nullptr;
    SearchParams params_;
    Position root_;
    std::optional<Wdl> root_value_;  // of the search that goes on, where the databases know it
    bool has_own_keys_ = false;      // that search
    std::uint64_t keys_ = 0;         // likewise, of the judge
    TranspositionTable table_;
    BusyMoves busy_;
    Clock clock_;
    std::vector<std::unique_ptr<RootSearch>> threads_;
    std::unique_ptr<TranspositionTable> spare_;  // nullptr: was never needed
    TranspositionTable* used_ = &table_;         // by the last search
    std::future<void> clearing_;                 // of table_; the last member, for it ends first
};

}  // namespace deepwell::search
