#include "book/minimal_book.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <set>

#include "base/bytes.h"
#include "base/checksum.h"
#include "board/movegen.h"
#include "book/book_moves.h"
#include "book/position_searcher.h"
#include "search/searcher.h"

namespace deepwell::book {

namespace {

constexpr std::uint64_t Longer = 10;

std::uint32_t games_through(const Entry& entry) {
    std::uint32_t games = 0;
    for (const PlayedMove& played : entry.moves) games += played.tally.games();
    return games;
}

// The most played first.
std::vector<Position> candidates_of(const GameBook& games, const MinimalOptions& options) {
    std::vector<std::pair<std::uint32_t, Position>> found;
    for (const Entry& entry : games.entries()) {
        const std::uint32_t count = games_through(entry);
        if (count < options.least_games || entry.is_known) continue;
        if (legal_moves(entry.position).size() < 2) continue;
        found.emplace_back(count, entry.position);
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Position> candidates;
    for (const auto& [count, position] : found)
        if (candidates.size() < options.positions) candidates.push_back(position);
    return candidates;
}

// Finds out about single positions.
class MissFinder {
public:
    MissFinder(const GameBook& games,
               const MinimalOptions& options,
               const Evaluator& evaluator,
               const egdb::Database* database)
        : games_(games),
          options_(options),
          searcher_(evaluator, {hash_bytes_for(Longer * options.nodes), 1, {}}, database) {}

    // The move that is insisted on, then the one of the short search; that alone if it is right.
    std::optional<SearchedPosition> look(const Position& kept, const std::stop_token& stop) {
        const search::SearchResult quick = search(kept, options_.nodes, {}, stop);
        const search::SearchResult thorough = search(kept, Longer * options_.nodes, {}, stop);
        SearchedPosition found{kept, {{*quick.best, quick.score}}, thorough.depth};
        if (const auto move = insisted_move(kept, *quick.best, thorough, stop))
            found.moves.insert(found.moves.begin(), *move);
        if (stop.stop_requested()) return std::nullopt;
        return found;
    }

private:
    search::SearchResult search(const Position& kept,
                                std::uint64_t nodes,
                                std::vector<Move> moves,
                                const std::stop_token& stop) {
        searcher_.clear();
        search::Limits limits;
        limits.nodes = nodes;
        limits.wants_score = true;
        limits.search_moves = std::move(moves);
        return searcher_.search(Game(kept), limits, stop);
    }

    std::optional<ScoredMove> insisted_move(const Position& kept,
                                            const Move& quick,
                                            const search::SearchResult& thorough,
                                            const std::stop_token& stop) {
        if (*thorough.best != quick) {
            const Score score = search(kept, Longer * options_.nodes, {quick}, stop).score;
            if (thorough.score >= score + options_.insists)
                return ScoredMove{*thorough.best, thorough.score};
        }
        const auto wish = wish_of_games(kept, quick);
        if (!wish) return std::nullopt;
        const Score score = search(kept, Longer * options_.nodes, {*wish}, stop).score;
        if (score + options_.insists < thorough.score) return std::nullopt;
        return ScoredMove{*wish, score};
    }

    // The move that the games insist on: the one of the search did far worse.
    std::optional<Move> wish_of_games(const Position& kept, const Move& quick) const {
        const std::vector<BookMove> moves = book_moves(games_, kept);
        for (const BookMove& known : moves)
            if (known.move == quick && moves[0].value - known.value >= options_.book_insists)
                return moves[0].move;
        return std::nullopt;
    }

    const GameBook& games_;
    const MinimalOptions& options_;
    search::Searcher searcher_;
};

// What the results depend on beside nodes and databases.
std::uint64_t judge_of(const Evaluator& evaluator,
                       const GameBook& games,
                       const MinimalOptions& options) {
    ByteWriter out;
    out.put_text("minimal");
    out.put(games.games());
    out.put(games.positions());
    out.put(options.insists);
    out.put(options.book_insists);
    Position position = Position::start();
    for (int ply = 0; ply < 8 && !legal_moves(position).empty(); ++ply) {
        out.put(evaluator.evaluate(position));
        position = play(position, legal_moves(position)[0]);
    }
    return checksum(out.bytes());
}

MoveEntry entry_of(const SearchedPosition& missed) {
    return {.position = missed.position,
            .move = missed.moves[0].move,
            .value = missed.moves[0].score,
            .searched = missed.moves[1].score,
            .depth = missed.depth,
            .is_ours = true,
            .is_changed = true};
}

// The candidates that the log does not know, looked at by all threads.
class Hunt {
public:
    Hunt(const GameBook& games,
         const MinimalOptions& options,
         const Evaluator& evaluator,
         const egdb::Database* database)
        : log_(options.log,
               {options.nodes,
                database == nullptr ? 0 : database->complete_pieces(),
                judge_of(evaluator, games, options)}),
          found_(log_.history().searched) {
        std::set<Position, decltype(&is_before)> known(&is_before);
        for (const SearchedPosition& one : found_) known.insert(one.position);
        const std::vector<Position> candidates = candidates_of(games, options);
        total_ = candidates.size();
        for (const Position& kept : candidates)
            if (!known.contains(kept)) open_.push_back(kept);
    }

    // Of one thread.
    void work(MissFinder& finder, const std::stop_token& stop, Progress& progress) {
        for (std::size_t i = next_++; i < open_.size() && !stop.stop_requested(); i = next_++) {
            const auto one = finder.look(open_[i], stop);
            if (!one) return;
            const std::lock_guard lock(keeping_);
            log_.append(*one);
            found_.push_back(*one);
            ++now_;
            progress.update({"looking for moves that are missed",
                             static_cast<double>(total_ - open_.size() + now_),
                             static_cast<double>(total_),
                             "positions"});
        }
    }

    MinimalReport report() const {
        MinimalReport report;
        report.finished = now_ == open_.size();
        report.examined = total_ - open_.size() + now_;
        report.examined_now = now_;
        for (const SearchedPosition& one : found_)
            if (one.moves.size() > 1) report.entries.push_back(entry_of(one));
        return report;
    }

private:
    GrowthLog log_;
    std::vector<SearchedPosition> found_;
    std::vector<Position> open_;
    std::size_t total_ = 0;
    std::size_t now_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::mutex keeping_;  // of log_, found_ and now_
};

}  // namespace

MinimalReport find_minimal_book(const GameBook& games,
                                const MinimalOptions& options,
                                const Evaluator& evaluator,
                                const egdb::Database* database,
                                const std::stop_token& stop,
                                Progress& progress) {
    Hunt hunt(games, options, evaluator, database);
    std::vector<std::future<void>> threads;
    for (int i = 0; i < options.threads; ++i)
        threads.push_back(std::async(std::launch::async, [&] {
            MissFinder finder(games, options, evaluator, database);
            hunt.work(finder, stop, progress);
        }));
    for (auto& thread : threads) thread.get();
    return hunt.report();
}

}  // namespace deepwell::book
