#include "board/perft.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/check.h"
#include "board/movegen.h"
#include "board/perft_kernel.h"
#include "board/perft_table.h"

namespace deepwell {

namespace {

// Below this depth a table costs more than it saves.
constexpr int MinTableDepth = 3;
// So many plies take a few milliseconds: soon enough to look whether the count is still wanted.
constexpr int MaxKernelDepth = 7;
// Enough pieces of work that two threads end at nearly the same time.
constexpr std::size_t WantedTasks = 500;

struct Task {
    Position position;
    std::size_t root_move = 0;
    std::uint64_t leaves = 0;
};

class Counter {
public:
    explicit Counter(const PerftOptions& options) : options_(options) {
        if (options.table_bytes > 0) table_.emplace(options.table_bytes);
    }

    std::uint64_t leaves(const Position& position, int depth, const std::stop_token& stop) {
        if (depth == 0) return 1;
        if (depth < (table_ ? MinTableDepth : MaxKernelDepth))
            return kernel_leaves(position, depth);
        if (table_)
            if (const auto known = table_->find(position, depth)) return *known;
        std::uint64_t sum = 0;
        for (const Position& next : successors(position)) {
            if (stop.stop_requested()) return 0;
            sum += leaves(next, depth - 1, stop);
        }
        if (table_ && !stop.stop_requested()) table_->store(position, depth, sum);
        return sum;
    }

    // With JumpPaths::All a move occurs once for each of its paths.
    std::vector<Position> successors(const Position& position) const {
        std::vector<Position> result;
        for (const Move& move : legal_moves(position)) {
            const std::size_t copies =
                options_.paths == JumpPaths::All ? paths_of(position, move).size() : 1;
            result.insert(result.end(), copies, play(position, move));
        }
        return result;
    }

private:
    std::uint64_t kernel_leaves(const Position& position, int depth) const {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
        if (options_.kernel == Kernel::Avx2) return leaves_avx2(position, depth, options_.paths);
#endif
        return leaves_portable(position, depth, options_.paths);
    }

    PerftOptions options_;
    std::optional<PerftTable> table_;
};

// Splits the work ply by ply until there is enough of it; returns how many plies were played.
int split(std::vector<Task>& tasks, int depth, const Counter& counter) {
    int plies = 0;
    while (plies + 4 < depth && !tasks.empty() && tasks.size() < WantedTasks) {
        std::vector<Task> next;
        for (const Task& task : tasks)
            for (const Position& position : counter.successors(task.position))
                next.push_back({position, task.root_move, 0});
        tasks = std::move(next);
        ++plies;
    }
    return plies;
}

bool count_tasks(std::vector<Task>& tasks,
                 int depth,
                 Counter& counter,
                 int threads,
                 const std::stop_token& stop,
                 Progress& progress) {
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> finished = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < tasks.size() && !stop.stop_requested(); i = next++) {
            tasks[i].leaves = counter.leaves(tasks[i].position, depth, stop);
            progress.update({"perft",
                             static_cast<double>(++finished),
                             static_cast<double>(tasks.size()),
                             "subtrees",
                             0});
        }
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
    helpers.clear();
    return !stop.stop_requested();
}

}  // namespace

std::optional<std::vector<std::pair<Move, std::uint64_t>>> perft_divide(const Position& position,
                                                                        int depth,
                                                                        const PerftOptions& options,
                                                                        const std::stop_token& stop,
                                                                        Progress& progress) {
    CHECK(depth >= 1);
    std::vector<std::pair<Move, std::uint64_t>> counts;
    std::vector<Task> tasks;
    Counter counter(options);
    for (const Move& move : legal_moves(position)) {
        const std::size_t copies =
            options.paths == JumpPaths::All ? paths_of(position, move).size() : 1;
        tasks.insert(tasks.end(), copies, Task{play(position, move), counts.size(), 0});
        counts.emplace_back(move, 0);
    }
    const int plies = split(tasks, depth - 1, counter);
    if (!count_tasks(tasks, depth - 1 - plies, counter, options.threads, stop, progress))
        return std::nullopt;
    for (const Task& task : tasks) counts[task.root_move].second += task.leaves;
    return counts;
}

std::optional<std::uint64_t> perft(const Position& position,
                                   int depth,
                                   const PerftOptions& options,
                                   const std::stop_token& stop,
                                   Progress& progress) {
    CHECK(depth >= 0);
    if (depth == 0) return 1;
    const auto counts = perft_divide(position, depth, options, stop, progress);
    if (!counts) return std::nullopt;
    std::uint64_t sum = 0;
    for (const auto& [move, leaves] : *counts) sum += leaves;
    return sum;
}

}  // namespace deepwell
