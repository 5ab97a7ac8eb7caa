// RootSearch: iterative deepening of one thread over the moves of the root.

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "search/root_database.h"
#include "search/search_result.h"
#include "search/worker.h"

namespace deepwell::search {

struct RootMove {
    Move move;
    Score bonus = 0;          // is in both scores, unless they are decided
    Score score = -Infinite;  // of the iteration in progress
    Score previous = -Infinite;
    Bound bound = Bound::Exact;
    int selective_depth = 0;
    std::vector<Move> pv;
    std::optional<Score> truth{};  // by the databases; goes before the scores

    // What the search thinks without the bonus.
    Score told(Score with_bonus) const {
        return is_decided(with_bonus) ? with_bonus : with_bonus - bonus;
    }
};

class RootSearch {
public:
    // After each iteration and each failed window of long ones: moves[rank - 1] has news.
    using Report = std::function<void(const RootMove& move, int depth, int rank)>;

    // `number` 0 is the main thread; others differ in the depths they begin with.
    RootSearch(const SearchParams& params, int number)
        : worker_(make_worker(params, number == 0)), number_(number) {}

    void begin(const Game& game, const std::vector<Move>& candidates, Shared& shared);
    // What the databases say of some of the candidates.
    void tell(const std::vector<KnownMove>& known);
    // Until a limit is met.  `report` may be empty.
    void deepen(const Limits& limits, const Report& report);

    Worker& worker() { return *worker_; }
    const Worker& worker() const { return *worker_; }
    // Best first.
    const std::vector<RootMove>& moves() const { return moves_; }
    int finished_depth() const { return finished_depth_; }

private:
    void give(const std::vector<MoveBonus>& bonuses);
    void iterate(int depth, int lines, const Report& report);
    void search_line(std::size_t first, int depth, const Report& report);
    Score search_window(std::size_t first, Window window, int depth);
    void take(RootMove& root, Score score);
    void sort_from(std::size_t first);
    // Behind the last move of which the databases say the same.
    std::size_t end_of_equals(std::size_t first) const;
    bool is_enough(const Limits& limits, int depth) const;

    std::unique_ptr<Worker> worker_;
    int number_;
    Shared* shared_ = nullptr;
    std::vector<RootMove> moves_;
    int finished_depth_ = 0;
    Move last_best_{};
    double patience_ = 1;
};

}  // namespace deepwell::search
