#include "book/book_check.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

#include "base/random.h"
#include "board/movegen.h"
#include "book/growth_graph.h"
#include "book/position_searcher.h"
#include "search/searcher.h"

namespace deepwell::book {

namespace {

// The first `count` of a random order.
void shuffle_and_cut(std::vector<Leaf>& leaves, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    count = std::min(count, leaves.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto rest = static_cast<std::uint32_t>(leaves.size() - i);
        std::swap(leaves[i], leaves[i + random.below(rest)]);
    }
    leaves.resize(count);
}

class LeafChecker {
public:
    LeafChecker(const CheckOptions& options,
                const Evaluator& evaluator,
                const egdb::Database* database)
        : searcher_(evaluator, {hash_bytes_for(options.nodes), 1, {}}, database) {
        limits_.nodes = options.nodes;
        limits_.wants_score = true;
    }

    void check(Leaf& leaf, const std::stop_token& stop) {
        searcher_.clear();
        const Score score = searcher_.search(Game(leaf.end), limits_, stop).score;
        leaf.found = leaf.is_our_turn ? score : -score;
    }

private:
    search::Searcher searcher_;
    search::Limits limits_;
};

std::size_t count_illegal(const MoveBook& book) {
    const std::vector<MoveEntry> entries = book.entries();
    return static_cast<std::size_t>(
        std::count_if(entries.begin(), entries.end(), [](const MoveEntry& entry) {
            return !legal_moves(entry.position).contains(entry.move);
        }));
}

void sort_out(CheckReport& report) {
    for (const Leaf& leaf : report.sample) {
        if (leaf.found >= -MaxEvaluation) continue;
        if (leaf.claimed < -MaxEvaluation)
            ++report.known_lost;
        else
            report.lost.push_back(leaf);
    }
}

}  // namespace

std::vector<Leaf> leaves_of(const MoveBook& book) {
    std::vector<Leaf> leaves;
    for (const MoveEntry& entry : book.entries()) {
        if (!entry.is_ours || !legal_moves(entry.position).contains(entry.move)) continue;
        const Landing landing = landing_of(entry.position, entry.move);
        if (book.find(landing.kept)) continue;
        leaves.push_back(
            {entry.position, entry.move, landing.kept, landing.keeps_turn, entry.value, 0});
    }
    return leaves;
}

CheckReport check_book(const MoveBook& book,
                       const CheckOptions& options,
                       const Evaluator& evaluator,
                       const egdb::Database* database,
                       const std::stop_token& stop,
                       Progress& progress) {
    CheckReport report;
    report.illegal_moves = count_illegal(book);
    std::vector<Leaf> leaves = leaves_of(book);
    report.leaves = leaves.size();
    shuffle_and_cut(leaves, options.sample, options.seed);
    std::mutex keeping;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        LeafChecker checker(options, evaluator, database);
        for (std::size_t i = next++; i < leaves.size(); i = next++) {
            checker.check(leaves[i], stop);
            if (stop.stop_requested()) return;
            const std::lock_guard lock(keeping);
            report.sample.push_back(leaves[i]);
            progress.update({"searching leaves",
                             static_cast<double>(report.sample.size()),
                             static_cast<double>(leaves.size()),
                             "leaves"});
        }
    };
    std::vector<std::future<void>> threads;
    for (int i = 0; i < options.threads; ++i)
        threads.push_back(std::async(std::launch::async, work));
    for (auto& thread : threads) thread.get();
    report.finished = report.sample.size() == leaves.size();
    sort_out(report);
    return report;
}

}  // namespace deepwell::book
