#include "search/root_search.h"

#include <algorithm>

namespace deepwell::search {

namespace {

constexpr int MaxDepth = MaxPly / 2;
// Failed windows are reported from this depth on; before, they come too fast to read.
constexpr int ReportedDepth = 15;
constexpr int AspirationDepth = 5;

// The window in which a move with a bonus has to be searched.
Window without(Score bonus, Window window) {
    if (!is_decided(window.alpha)) window.alpha -= bonus;
    if (!is_decided(window.beta)) window.beta -= bonus;
    return window;
}

}  // namespace

void RootSearch::begin(const Game& game, const std::vector<Move>& candidates, Shared& shared) {
    shared_ = &shared;
    worker_->begin(game, shared);
    moves_.clear();
    for (const Move& move : candidates) moves_.push_back({.move = move, .pv = {move}});
    finished_depth_ = 0;
    patience_ = 1;
}

void RootSearch::tell(const std::vector<KnownMove>& known) {
    for (const KnownMove& one : known)
        for (RootMove& root : moves_)
            if (root.move == one.move) root.truth = one.score();
    sort_from(0);
}

void RootSearch::give(const std::vector<MoveBonus>& bonuses) {
    for (const MoveBonus& given : bonuses)
        for (RootMove& root : moves_)
            if (root.move == given.move) root.bonus = given.bonus;
}

void RootSearch::deepen(const Limits& limits, const Report& report) {
    give(limits.bonuses);
    const int last = std::clamp(limits.depth.value_or(MaxDepth), 1, MaxDepth);
    const int lines = std::clamp(limits.multi_pv, 1, static_cast<int>(moves_.size()));
    const bool gradual = shared_->params.iterative || !limits.depth;
    for (int depth = gradual ? 1 + number_ % 2 : last; depth <= last; ++depth) {
        iterate(depth, lines, report);
        if (worker_->is_stopped()) break;
        finished_depth_ = depth;
        patience_ = moves_[0].move == last_best_ ? std::max(0.8, patience_ * 0.9) : 1.6;
        last_best_ = moves_[0].move;
        if (number_ == 0 && is_enough(limits, depth)) break;
    }
    worker_->publish();
}

void RootSearch::iterate(int depth, int lines, const Report& report) {
    for (RootMove& move : moves_) move.previous = std::exchange(move.score, -Infinite);
    worker_->set_root_depth(depth);
    worker_->reset_deepest_ply();
    for (int rank = 1; rank <= lines; ++rank) {
        const auto first = static_cast<std::size_t>(rank - 1);
        search_line(first, depth, report);
        sort_from(0);
        if (worker_->is_stopped()) return;
    }
    if (!report) return;
    for (int rank = 1; rank <= lines; ++rank)
        report(moves_[static_cast<std::size_t>(rank - 1)], depth, rank);
}

// The best of moves_[first ...], with a window around its last score if that helps.
void RootSearch::search_line(std::size_t first, int depth, const Report& report) {
    const SearchParams& params = shared_->params;
    const Score guess = moves_[first].previous;
    Window window;
    Score width = params.aspiration_window;
    if (params.aspiration && depth >= AspirationDepth && guess != -Infinite && !is_decided(guess))
        window = {guess - width, guess + width};
    while (true) {
        const Score score = search_window(first, window, depth);
        sort_from(first);
        if (worker_->is_stopped()) return;
        const bool low = score <= window.alpha;
        const bool high = score >= window.beta;
        if (!low && !high) return;
        width *= 3;
        if (low) window.alpha = width > 400 ? -Infinite : std::max(score - width, -Infinite);
        if (high) window.beta = width > 400 ? Infinite : std::min(score + width, Infinite);
        if (is_decided(score)) window = {};
        moves_[first].bound = low ? Bound::Upper : Bound::Lower;
        if (report && depth >= ReportedDepth && first == 0) report(moves_[0], depth, 1);
    }
}

Score RootSearch::search_window(std::size_t first, Window window, int depth) {
    Score best = -Infinite;
    std::vector<std::size_t> put_off;
    const std::size_t end = end_of_equals(first);
    for (std::size_t turn = first; turn < end + put_off.size(); ++turn) {
        const bool again = turn >= end;
        const std::size_t i = again ? put_off[turn - end] : turn;
        RootMove& root = moves_[i];
        const Node child = worker_->child_of(worker_->root(), root.move);
        const int rest =
            depth - 1 + worker_->extension(worker_->root(), child, root.move, moves_.size());
        if (i > first && !again && worker_->is_put_off(child, rest)) {
            put_off.push_back(i);
            continue;
        }
        Score score =
            -worker_->search_noted(child, -without(root.bonus, window), rest, 0, i == first);
        if (worker_->is_stopped()) return best;
        if (!is_decided(score)) score += root.bonus;
        best = std::max(best, score);
        if (i > first && score <= window.alpha) {
            root.score = -Infinite;
            continue;
        }
        take(root, score);
        window.alpha = std::max(window.alpha, score);
        if (score >= window.beta) break;
    }
    return best;
}

void RootSearch::take(RootMove& root, Score score) {
    root.score = score;
    root.bound = Bound::Exact;
    root.selective_depth = worker_->deepest_ply();
    root.pv = {root.move};
    const auto rest = worker_->line(1).moves();
    root.pv.insert(root.pv.end(), rest.begin(), rest.end());
}

std::size_t RootSearch::end_of_equals(std::size_t first) const {
    std::size_t end = first;
    while (end < moves_.size() && moves_[end].truth == moves_[first].truth) ++end;
    return end;
}

void RootSearch::sort_from(std::size_t first) {
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first),
                     moves_.end(),
                     [](const RootMove& a, const RootMove& b) {
                         if (a.truth != b.truth) return a.truth > b.truth;
                         return a.score != b.score ? a.score > b.score : a.previous > b.previous;
                     });
}

bool RootSearch::is_enough(const Limits& limits, int depth) const {
    if (limits.infinite || shared_->clock.is_pondering()) return false;
    if (const auto plies = plies_to_end(moves_[0].score); plies && depth > *plies) return true;
    if (limits.until_decided && is_decided(moves_[0].score)) return true;
    if (!shared_->clock.has_time_limit()) return false;
    const bool is_forced = moves_.size() == 1 && (!limits.wants_score || shared_->root_value);
    return is_forced || shared_->clock.is_late(patience_);
}

}  // namespace deepwell::search
