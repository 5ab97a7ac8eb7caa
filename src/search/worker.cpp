#include "search/worker.h"

#include <algorithm>
#include <cmath>

namespace deepwell::search {

namespace {

constexpr double SlowPoll = 0.0005;  // seconds between two looks at the clock

}  // namespace

// As in most engines: the product of the logarithms.
Reductions::Reductions(const SearchParams& params) {
    const double base = params.lmr_base / 100.0;
    const double divisor = std::max(params.lmr_divisor, 1) / 100.0;
    for (std::size_t depth = 1; depth < plies_.size(); ++depth)
        for (std::size_t index = 1; index < MoveList::Capacity; ++index) {
            const double product =
                std::log(static_cast<double>(depth)) * std::log(static_cast<double>(index) + 1);
            plies_[depth][index] = static_cast<std::int8_t>(base + product / divisor);
        }
}

void Worker::begin(const Game& game, Shared& shared) {
    shared_ = &shared;
    params_ = &shared.params;
    order_.new_search();
    evaluations_.clear();
    stopped_ = false;
    nodes_ = probes_ = next_poll_ = 0;
    poll_interval_ = 1;
    last_poll_ = shared.clock.seconds();
    publish();
    database_pieces_ = shared.database != nullptr ? shared.database->complete_pieces() : 0;
    root_pieces_ = game.position().occupied().count();
    // Scores of a search that probes less mean something else: they get keys of their own.
    salt_ = shared.root_value ? 0x9e3779b97f4a7c15U * (1 + static_cast<unsigned>(root_pieces_)) : 0;
    if (shared.safe_side) salt_ ^= salt_of(*shared.safe_side, shared.safety_keys);
    salt_ ^= shared.keys;

    path_.clear();
    const auto& positions = game.positions();
    const auto known = std::min(static_cast<std::size_t>(game.quiet_plies()), positions.size() - 1);
    for (std::size_t i = positions.size() - 1 - known; i < positions.size(); ++i)
        path_.push_back(hash_of(positions[i]) ^ salt_);
    path_root_ = path_.size() - 1;
    root_ = {game.position(), path_.back(), 0, game.quiet_plies()};
    path_.resize(path_root_ + MaxPly + 2);
    root_balance_ = balance_of(root_.position);
}

void Worker::publish() {
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    published_probes_.store(probes_, std::memory_order_relaxed);
}

// Nodes take a fifth of a microsecond, unless they are the first to touch two megabytes of the
// table, which the system then has to clear, or have to read a block of a database: then up to some
// milliseconds each.  So where it is slow the clock is looked at again after the next node.
void Worker::poll() {
    publish();
    const double now = shared_->clock.seconds();
    const bool slow = now - last_poll_ > SlowPoll;
    poll_interval_ = slow ? 1 : std::min(2 * poll_interval_, MaxPollInterval);
    last_poll_ = now;
    next_poll_ = std::min(nodes_ + poll_interval_, shared_->nodes_per_thread);
    const bool over =
        is_main_ && (shared_->clock.is_over() || shared_->stop_token.stop_requested());
    if (over || nodes_ >= shared_->nodes_per_thread)
        shared_->stop.store(true, std::memory_order_relaxed);
    stopped_ = shared_->stop.load(std::memory_order_relaxed);
}

std::unique_ptr<Worker> make_worker(const SearchParams& params,
                                    bool is_main,
                                    [[maybe_unused]] Kernel kernel) {
#if defined(DEEPWELL_HAS_AVX2_KERNEL)
    if (kernel == Kernel::Avx2) return make_worker_avx2(params, is_main);
#endif
    return make_worker_portable(params, is_main);
}

}  // namespace deepwell::search
