// Worker: the search of one thread below the root: alpha-beta with what SearchParams names.
// What it keeps and what the root asks of it is here, the search itself in worker_kernel.h.
//
// Fail-soft negamax: search() returns a value v for the side to move with
//     v <= alpha    v is an upper bound of the value
//     v >= beta     v is a lower bound
//     otherwise     v is the value, as far as depth and pruning see it.
// Once is_stopped(), what is returned means nothing.
//
// Wins and losses (is_decided) are proven whatever is pruned, for no technique leaves out moves of
// the losing side or makes such a score from an evaluation.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/cpu.h"
#include "board/game.h"
#include "egdb/database.h"
#include "eval/evaluator.h"
#include "search/busy_moves.h"
#include "search/clock.h"
#include "search/evaluation_cache.h"
#include "search/line.h"
#include "search/move_order.h"
#include "search/oracle.h"
#include "search/search_params.h"
#include "search/transposition_table.h"

namespace deepwell::search {

// What the threads of one search have in common.
struct Shared {
    const Evaluator& evaluator;
    const egdb::Database* database;  // may be null
    TranspositionTable& table;
    const SearchParams& params;
    const Clock& clock;
    std::stop_token stop_token;
    std::uint64_t nodes_per_thread;   // limit
    std::optional<Wdl> root_value{};  // where the databases know it
    std::optional<Side> safe_side{};  // Limits
    unsigned safety_keys = 0;         // likewise
    std::uint64_t keys = 0;           // with every key: of an evaluator of its own
    bool looks_for_strokes = false;   // SearchParams
    BusyMoves* busy = nullptr;        // with more than one thread
    Oracle* oracle = nullptr;         // only with one
    std::atomic<bool> stop = false;
};

// Scores of a search in which draws are wins mean something else: they get keys of their own.
constexpr std::uint64_t salt_of(Side safe_side, unsigned safety_keys) {
    return (safe_side == Side::Black ? 0xd6e8feb86659fd93U : 0xa0761d6478bd642fU) +
           0x9e3779b97f4a7c15U * safety_keys;
}

struct Window {
    Score alpha = -Infinite;
    Score beta = Infinite;
    Window operator-() const { return {-beta, -alpha}; }
    bool is_null() const { return beta - alpha == 1; }
};

// A position on the path from the root.
struct Node {
    Position position;
    std::uint64_t key = 0;
    int ply = 0;
    int quiet_plies = 0;  // since the last capture or move of a man
};

// Late move reductions in plies by depth and number of the move.
class Reductions {
public:
    explicit Reductions(const SearchParams& params);

    int plies(int depth, std::size_t index) const {
        return plies_[static_cast<std::size_t>(std::min(depth, MaxDepth))][index];
    }

private:
    static constexpr int MaxDepth = 63;
    std::array<std::array<std::int8_t, MoveList::Capacity>, MaxDepth + 1> plies_{};
};

class Worker {
public:
    // `is_main`: this thread watches the clock for all.
    Worker(const SearchParams& params, bool is_main)
        : is_main_(is_main), order_(params), reductions_(params) {}
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    virtual ~Worker() = default;

    // REQUIRES: called before everything else of a search; `shared` outlives the search.
    void begin(const Game& game, Shared& shared);

    const Node& root() const { return root_; }
    virtual Node child_of(const Node& node, const Move& move) = 0;
    // Is another thread searching it?
    virtual bool is_put_off(const Node& child, int depth) const = 0;
    // A child to a depth, at first to less by `reduction`, so that other threads see it; all but
    // the first of a position with a null window before the whole one.  `window` as the child
    // sees it.
    virtual Score search_noted(
        const Node& child, Window window, int depth, int reduction, bool first) = 0;
    virtual int extension(const Node& node,
                          const Node& child,
                          const Move& move,
                          std::size_t replies) const = 0;
    MoveOrder& order() { return order_; }

    void set_root_depth(int depth) { root_depth_ = depth; }
    const Line& line(int ply) const { return frame(ply).line; }
    bool is_stopped() const { return stopped_; }
    // From any thread; lags behind by up to MaxPollInterval.
    std::uint64_t nodes() const { return published_nodes_.load(std::memory_order_relaxed); }
    std::uint64_t probes() const { return published_probes_.load(std::memory_order_relaxed); }
    int deepest_ply() const { return deepest_ply_; }
    void reset_deepest_ply() { deepest_ply_ = 0; }
    // Makes nodes() exact.
    void publish();

protected:
    static constexpr std::uint64_t MaxPollInterval = 128;

    struct Frame {
        Line line;
        MoveCode excluded;  // of a search for rivals of this move
        MoveOrder::Arrival arrival;
    };
    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

    // Publishes, and finds out whether to stop.
    void poll();

    bool is_main_;
    Shared* shared_ = nullptr;
    const SearchParams* params_ = nullptr;
    MoveOrder order_;
    EvaluationCache evaluations_;
    Reductions reductions_;
    std::vector<Frame> frames_ = std::vector<Frame>(MaxPly + 2);
    std::vector<std::uint64_t> path_;  // keys since the last progress in the game, then of the path
    std::size_t path_root_ = 0;
    Node root_;
    int root_balance_ = 0;
    int root_pieces_ = 0;
    int database_pieces_ = 0;
    std::uint64_t salt_ = 0;
    int root_depth_ = 1;
    int deepest_ply_ = 0;
    bool stopped_ = false;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_poll_ = 0;      // when so many nodes have been visited
    std::uint64_t poll_interval_ = 1;  // in nodes
    double last_poll_ = 0;             // in seconds of the clock
    std::uint64_t probes_ = 0;
    std::atomic<std::uint64_t> published_nodes_ = 0;
    std::atomic<std::uint64_t> published_probes_ = 0;
};

// Black's material less White's: 2 a man, 3 a king.
[[gnu::always_inline]] inline int balance_of(const Position& p) {
    return 2 * (p.black.count() - p.white.count()) + (p.black & p.kings).count() -
           (p.white & p.kings).count();
}

// For one instruction set (worker_kernel.h).
std::unique_ptr<Worker> make_worker(const SearchParams& params,
                                    bool is_main,
                                    Kernel kernel = best_kernel());

// One source per instruction set defines its own.
std::unique_ptr<Worker> make_worker_portable(const SearchParams& params, bool is_main);
std::unique_ptr<Worker> make_worker_avx2(const SearchParams& params, bool is_main);

}  // namespace deepwell::search
