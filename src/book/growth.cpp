#include "book/growth.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

#include "base/bytes.h"
#include "base/checksum.h"
#include "board/movegen.h"
#include "board/openings.h"
#include "book/book_entry.h"
#include "book/position_searcher.h"

namespace deepwell::book {

namespace {

// So few that values are backed up often, enough to keep a machine's threads at work.
constexpr std::size_t BatchSize = 32;

// Another evaluation would find another book: a checksum of what it says of the openings.
std::uint64_t judge_of(const Evaluator& evaluator) {
    ByteWriter scores;
    for (const Position& root : growth_roots()) scores.put(evaluator.evaluate(root));
    return checksum(scores.bytes());
}

class Growth {
public:
    Growth(const GrowthOptions& options,
           const Evaluator& evaluator,
           const egdb::Database* database,
           const std::stop_token& stop,
           Progress& progress)
        : options_(options),
          stop_(stop),
          progress_(progress),
          log_(options.log, {options.nodes, pieces_of(database), judge_of(evaluator)}),
          graph_(options.roots, rules_for(options, database)) {
        for (int i = 0; i < options.threads; ++i)
            searchers_.push_back(
                std::make_unique<PositionSearcher>(evaluator, database, options.nodes));
    }

    GrowthReport run() {
        std::vector<SearchedPosition> known = log_.history().searched;
        before_ = known.size();
        finish_plan(known);
        while (!stop_.stop_requested() && graph_.size() < options_.positions) {
            graph_.back_up();
            const std::vector<Position> batch = next_batch();
            if (batch.empty()) break;
            log_.append_plan(batch);
            search_batch(batch);
        }
        return report();
    }

private:
    static int pieces_of(const egdb::Database* database) {
        return database == nullptr ? 0 : database->complete_pieces();
    }

    static GrowthRules rules_for(const GrowthOptions& options, const egdb::Database* database) {
        GrowthRules rules = options.rules;
        rules.known_pieces = pieces_of(database);
        return rules;
    }

    // A batch counts when it is whole: what was chosen after it must not depend on a stop.
    void finish_plan(const std::vector<SearchedPosition>& known) {
        for (const SearchedPosition& searched : known) graph_.add(searched);
        std::vector<Position> open;
        for (const Position& kept : log_.history().plan)
            if (!graph_.has(kept)) open.push_back(kept);
        search_batch(open);
    }

    std::vector<Position> next_batch() const {
        std::vector<Position> batch;
        const std::size_t most = std::min(BatchSize, options_.positions - graph_.size());
        for (const Wanted& wanted : graph_.wanted()) {
            if (batch.size() == most) break;
            batch.push_back(wanted.kept);
        }
        return batch;
    }

    void search_batch(const std::vector<Position>& batch) {
        std::atomic<std::size_t> next = 0;
        const auto work = [&](PositionSearcher& searcher) {
            for (std::size_t i = next++; i < batch.size() && !stop_.stop_requested(); i = next++)
                if (const auto found = searcher.search(batch[i], stop_)) keep(*found);
        };
        std::vector<std::future<void>> threads;
        for (const auto& searcher : searchers_)
            threads.push_back(
                std::async(std::launch::async, [&work, &searcher] { work(*searcher); }));
        for (auto& thread : threads) thread.get();
    }

    void keep(const SearchedPosition& found) {
        const std::lock_guard lock(keeping_);
        log_.append(found);
        graph_.add(found);
        progress_.update({"growing the book",
                          static_cast<double>(graph_.size()),
                          static_cast<double>(options_.positions),
                          "positions"});
    }

    GrowthReport report() {
        graph_.back_up();
        GrowthReport report;
        report.is_whole = graph_.wanted().empty();
        report.finished = report.is_whole || graph_.size() >= options_.positions;
        report.positions = graph_.size();
        report.searched_now = graph_.size() - before_;
        report.damaged_records = log_.history().damaged_records;
        report.changed = graph_.changed_moves();
        for (NodeNumber node = 0; node < graph_.size(); ++node)
            report.entries.push_back(entry_of(node));
        return report;
    }

    MoveEntry entry_of(NodeNumber node) const {
        const SearchedPosition& searched = graph_.searched(node);
        const ScoredMove best = graph_.best(node);
        return {.position = searched.position,
                .move = best.move,
                .value = best.score,
                .searched = searched.moves[0].score,
                .depth = searched.depth,
                .is_ours = graph_.is_ours(node),
                .is_changed = best.move != searched.moves[0].move};
    }

    const GrowthOptions& options_;
    std::stop_token stop_;
    Progress& progress_;
    GrowthLog log_;
    GrowthGraph graph_;
    std::vector<std::unique_ptr<PositionSearcher>> searchers_;
    std::mutex keeping_;  // of log_ and graph_
    std::size_t before_ = 0;
};

}  // namespace

std::vector<Position> growth_roots() {
    std::vector<Position> roots{Position::start()};
    for (const ThreeMoveOpening& opening : three_move_openings()) {
        const OpeningLine line = *parse_opening(opening.moves);
        Position position = line.position;
        for (MoveList moves = legal_moves(position); moves.size() == 1;
             moves = legal_moves(position))
            position = play(position, moves[0]);
        roots.push_back(as_kept(position));
    }
    std::sort(roots.begin(), roots.end(), is_before);
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
}

GrowthReport grow(const GrowthOptions& options,
                  const Evaluator& evaluator,
                  const egdb::Database* database,
                  const std::stop_token& stop,
                  Progress& progress) {
    return Growth(options, evaluator, database, stop, progress).run();
}

}  // namespace deepwell::book
