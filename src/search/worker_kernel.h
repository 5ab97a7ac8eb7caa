// The search of one thread, for one instruction set: every step of a node, in the order in which a
// node takes them.  What is promised stands in worker.h.

#pragma once

#include <algorithm>
#include <cstdlib>

#include "board/movegen.h"
#include "search/outlook.h"
#include "search/put_off.h"
#include "search/worker.h"

namespace deepwell::search {

// With so many plies without progress, scores of the table, which knows no history, are not taken.
inline constexpr int LateQuietPlies = Game::QuietPlyLimit - 24;
// Extensions may double the depth, no more.
inline constexpr int MaxStretch = 2;
// A root that is won by the databases: kings that keep apart win nothing, however good it looks.
inline constexpr Score ChaseScore = 4;

// How far the kings of the two sides are apart, in steps, summed over all pairs.
[[gnu::always_inline]] inline int gap(const Position& p) {
    int steps = 0;
    for (const Square black : p.black& p.kings)
        for (const Square white : p.white& p.kings)
            steps += std::max(std::abs(black.row() - white.row()),
                              std::abs(black.column() - white.column()));
    return steps;
}

template <class Isa>
class WorkerKernel final : public Worker {
public:
    using Worker::Worker;

    Node child_of(const Node& node, const Move& move) override;
    bool is_put_off(const Node& child, int depth) const override;
    Score search_noted(
        const Node& child, Window window, int depth, int reduction, bool first) override;
    int extension(const Node& node,
                  const Node& child,
                  const Move& move,
                  std::size_t replies) const override;

private:
    // What search() has found out before it tries moves.
    struct Prepared {
        std::optional<TableEntry> hit;
        Score evaluation = NoEvaluation;
        int depth = 0;
        bool is_singular = false;  // the table's move: a ply more for it

        bool was_on_pv() const { return hit && hit->on_pv; }
    };

    Score search(const Node& node, Window window, int depth);
    // A child whose moves need no order.
    Node leaf_of(const Node& node, const Move& move);
    void count_node(int ply);
    std::optional<Score> settled(const Node& node);
    bool is_repeated(const Node& node) const;
    Score draw_at(const Node& node) const;
    Score stalled_at(const Node& node) const;
    std::optional<Score> database_value(const Node& node);

    std::optional<Score> usable(const TableEntry& hit, const Node& node, Window window, int depth);
    Score evaluate(const Node& node);
    std::optional<Score> pruned(const Node& node, Window window, Prepared& prepared);
    std::optional<Score> probcut(const Node& node, Window window, const Prepared& prepared);
    bool lost_a_man(const Node& node) const;
    Score search_moves(const Node& node,
                       RankedMoves& moves,
                       Window window,
                       const Prepared& prepared);
    Score search_child(const Node& child, Window window, int depth, int reduction, bool first);
    int reduction(const RankedMoves& moves, std::size_t index, int depth, bool pv) const;
    // Threads that share a tree of long lines get in each other's way (docs/decisions/search.md).
    bool may_be_singular(const Node& node) const {
        return params_->singular && shared_->busy == nullptr && node.ply < root_depth_;
    }
    bool may_be_cut(Window window, Score bound) const {
        return params_->multicut && window.is_null() && bound >= window.beta;
    }
    bool has_favourite(const Node& node, Window window, const Prepared& prepared) const;
    std::optional<Score> look_for_rivals(const Node& node, Window window, Prepared& prepared);
    void remember(
        const Node& node, Window window, Score best, MoveCode move, const Prepared& prepared);
    Score quiescence(const Node& node, Window window, int threats_left);
    Score razored(const Node& node, Window window, int depth);
};

template <class Isa>
void WorkerKernel<Isa>::count_node(int ply) {
    deepest_ply_ = std::max(deepest_ply_, ply);
    if (++nodes_ >= next_poll_) poll();
}

template <class Isa>
Node WorkerKernel<Isa>::child_of(const Node& node, const Move& move) {
    const Node child = leaf_of(node, move);
    if (params_->continuation)
        frame(child.ply).arrival = {move, node.position, frame(node.ply).arrival};
    return child;
}

template <class Isa>
Node WorkerKernel<Isa>::leaf_of(const Node& node, const Move& move) {
    const Position position = play(node.position, move);
    const std::uint64_t key = hash_of(position) ^ salt_;
    const bool progress = move.is_jump() || !node.position.kings.contains(move.from);
    const int ply = node.ply + 1;
    path_[path_root_ + static_cast<std::size_t>(ply)] = key;
    return {position, key, ply, progress ? 0 : node.quiet_plies + 1};
}

template <class Isa>
bool WorkerKernel<Isa>::is_repeated(const Node& node) const {
    const std::size_t here = path_root_ + static_cast<std::size_t>(node.ply);
    const auto limit = std::min(static_cast<std::size_t>(node.quiet_plies), here);
    for (std::size_t back = 4; back <= limit; back += 2)
        if (path_[here - back] == node.key) return true;
    return false;
}

// Where the databases know who wins the root, a draw is what he must avoid.
template <class Isa>
Score WorkerKernel<Isa>::draw_at(const Node& node) const {
    if (shared_->root_value && *shared_->root_value != Wdl::Draw) {
        const bool root_side = node.position.side == root_.position.side;
        return root_side == (*shared_->root_value == Wdl::Win) ? -MaxEvaluation : MaxEvaluation;
    }
    if (!shared_->safe_side) return DrawScore;
    return database_score(node.position.side == *shared_->safe_side ? Wdl::Win : Wdl::Loss,
                          node.ply);
}

// Many plies without progress: in a search for safety that shows nothing.
template <class Isa>
Score WorkerKernel<Isa>::stalled_at(const Node& node) const {
    return shared_->safe_side ? DrawScore : draw_at(node);
}

// Game over by a draw, or a value from the databases.
template <class Isa>
std::optional<Score> WorkerKernel<Isa>::settled(const Node& node) {
    if (!stopped_) count_node(node.ply);
    if (stopped_) return DrawScore;
    if (is_repeated(node)) return draw_at(node);
    if (node.quiet_plies >= Game::QuietPlyLimit)
        return moves_of<Isa>(node.position).empty() ? loss_at(node.ply) : stalled_at(node);
    if (node.ply >= MaxPly) return evaluate(node);
    if (database_pieces_ > 0)
        if (const auto value = database_value(node)) return value;
    if (shared_->oracle == nullptr || node.ply == 0) return std::nullopt;
    const std::optional<Wdl> value = shared_->oracle->ask(node.position);
    return value ? std::optional(database_score(*value, node.ply)) : std::nullopt;
}

// With the root in the databases, positions as large as the root and of the same value are not
// settled: to know that one still wins is not yet to win.
template <class Isa>
std::optional<Score> WorkerKernel<Isa>::database_value(const Node& node) {
    const int pieces = node.position.occupied().count();
    if (pieces > database_pieces_) return std::nullopt;
    if (node.position.own().is_empty()) return loss_at(node.ply);
    ++probes_;
    const WdlRange range = shared_->database->probe(node.position);
    if (!range.is_exact()) return std::nullopt;
    if (shared_->root_value && pieces == root_pieces_) {
        const Wdl for_root = node.ply % 2 == 0 ? range.low : -range.low;
        if (for_root == *shared_->root_value) return std::nullopt;
    }
    return range.low == Wdl::Draw ? draw_at(node) : database_score(range.low, node.ply);
}

template <class Isa>
Score WorkerKernel<Isa>::evaluate(const Node& node) {
    if (const auto known = evaluations_.find(node.key)) return *known;
    const Position& position = node.position;
    Score score = shared_->evaluator.evaluate(position);
    if (shared_->root_value && *shared_->root_value != Wdl::Draw) {
        const bool root_side = position.side == root_.position.side;
        const bool winning = root_side == (*shared_->root_value == Wdl::Win);
        score += winning ? -ChaseScore * gap(position) : ChaseScore * gap(position);
    }
    score = clamp_evaluation(score);
    evaluations_.store(node.key, score);
    return score;
}

template <class Isa>
std::optional<Score> WorkerKernel<Isa>::usable(const TableEntry& hit,
                                               const Node& node,
                                               Window window,
                                               int depth) {
    if (node.quiet_plies >= LateQuietPlies || !window.is_null()) return std::nullopt;
    const Score score = from_table(hit.score, node.ply);
    if (hit.depth < depth && !is_decided(score)) return std::nullopt;
    const bool exact = hit.bound == Bound::Exact;
    if ((exact || hit.bound == Bound::Lower) && score >= window.beta) return score;
    if ((exact || hit.bound == Bound::Upper) && score <= window.alpha) return score;
    return std::nullopt;
}

template <class Isa>
Score WorkerKernel<Isa>::search(const Node& node, Window window, int depth) {
    if (depth <= 0) return quiescence(node, window, params_->threat_plies);
    frame(node.ply).line.clear();
    if (const auto known = settled(node)) return *known;

    RankedMoves moves(node.position, Isa{});  // the table's memory is on its way meanwhile
    const bool excluding = !frame(node.ply).excluded.is_none();
    Prepared prepared;
    prepared.depth = depth;
    if (params_->tt && !excluding) {
        prepared.hit = shared_->table.find(node.key);
        if (prepared.hit)
            if (const auto score = usable(*prepared.hit, node, window, depth)) return *score;
    }

    if (moves.size() == 0) return loss_at(node.ply);
    if (!moves[0].is_jump() && window.is_null() && !excluding)
        if (const auto score = pruned(node, window, prepared)) return *score;

    const MoveCode from_table = prepared.hit ? prepared.hit->move : MoveCode();
    if (params_->iir && params_->tt && from_table.is_none() && prepared.depth >= params_->iir_depth)
        --prepared.depth;
    if (!excluding && has_favourite(node, window, prepared))
        if (const auto score = look_for_rivals(node, window, prepared)) return *score;
    order_.rank(
        moves, node.position, from_table, node.ply, prepared.depth, frame(node.ply).arrival);
    return search_moves(node, moves, window, prepared);
}

// A score, if the position can be judged without trying all moves to full depth.  May lessen
// the depth instead.
template <class Isa>
std::optional<Score> WorkerKernel<Isa>::pruned(const Node& node,
                                               Window window,
                                               Prepared& prepared) {
    if (is_decided(window.alpha) || is_decided(window.beta)) return std::nullopt;
    const auto& hit = prepared.hit;
    prepared.evaluation = hit && hit->evaluation != NoEvaluation ? hit->evaluation : evaluate(node);
    const Score evaluation = prepared.evaluation;
    const int depth = prepared.depth;
    if (outlook_of<Isa>(node.position).threatened) return std::nullopt;

    if (params_->futility && depth <= params_->futility_depth &&
        evaluation - depth * params_->futility_margin >= window.beta)
        return evaluation - depth * params_->futility_margin;
    if (params_->razoring && depth <= params_->razoring_depth &&
        evaluation + depth * params_->razoring_margin <= window.alpha) {
        const Score score = razored(node, window, depth);
        if (score <= window.alpha) return score;
    }
    if (params_->probcut && depth >= params_->probcut_depth)
        if (const auto score = probcut(node, window, prepared)) return score;
    if (params_->truncation && depth > params_->truncation_plies &&
        evaluation + params_->truncation_margin <= window.alpha && lost_a_man(node))
        prepared.depth -= params_->truncation_plies;
    return std::nullopt;
}

// Since the root, with nothing to show for it.
template <class Isa>
bool WorkerKernel<Isa>::lost_a_man(const Node& node) const {
    const int change = balance_of(node.position) - root_balance_;
    return (node.position.side == Side::Black ? change : -change) <= -2;
}

// M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995), with one
// margin for all depths.
template <class Isa>
std::optional<Score> WorkerKernel<Isa>::probcut(const Node& node,
                                                Window window,
                                                const Prepared& prepared) {
    const int depth = prepared.depth - params_->probcut_reduction;
    if (prepared.evaluation >= window.beta + params_->probcut_margin) {
        const Score bound = window.beta + params_->probcut_margin;
        const Score score = search(node, {bound - 1, bound}, depth);
        if (stopped_ || score >= bound) return score;
    } else if (prepared.evaluation <= window.alpha - params_->probcut_margin) {
        const Score bound = window.alpha - params_->probcut_margin;
        const Score score = search(node, {bound, bound + 1}, depth);
        if (stopped_ || score <= bound) return score;
    }
    return std::nullopt;
}

template <class Isa>
Score WorkerKernel<Isa>::search_moves(const Node& node,
                                      RankedMoves& moves,
                                      Window window,
                                      const Prepared& prepared) {
    Frame& here = frame(node.ply);
    const bool is_pv = !window.is_null();
    const bool was_pv = params_->pv_trace && prepared.was_on_pv();
    const Score alpha = window.alpha;
    MoveList tried;
    PutOff put_off;
    Score best = -Infinite;
    MoveCode best_move;
    for (std::size_t turn = 0; turn < moves.size() + put_off.size(); ++turn) {
        const bool again = turn >= moves.size();
        const std::size_t i = again ? put_off.index(turn - moves.size()) : turn;
        const Move move = again ? put_off.move(turn - moves.size()) : moves.pick(i);
        if (!here.excluded.is_none() && here.excluded == MoveCode(move)) continue;
        const Node child = child_of(node, move);
        if (prepared.depth > 1) {
            if (i == 0) shared_->table.prefetch(child.key);
            if (turn + 1 < moves.size())
                shared_->table.prefetch(hash_of(play(node.position, moves.pick(i + 1))) ^ salt_);
        }
        int depth = prepared.depth - 1 + extension(node, child, move, moves.size());
        if (!again && !tried.empty() && is_put_off(child, depth)) {
            put_off.add(move, i);
            continue;
        }
        if (i == 0 && depth < prepared.depth) depth += prepared.is_singular;
        tried.push_back(move);
        const int less = reduction(moves, i, prepared.depth, is_pv || was_pv);
        const Score score = -search_noted(child, -window, depth, less, tried.size() == 1);
        if (stopped_) return DrawScore;
        if (score <= best) continue;
        best = score;
        if (score <= window.alpha) continue;
        best_move = move;
        window.alpha = score;
        if (is_pv) here.line.set(move, frame(child.ply).line);
        if (score < window.beta) continue;
        order_.learn({tried.begin(), tried.size()},
                     node.position.side,
                     prepared.depth,
                     node.ply,
                     here.arrival);
        break;
    }
    if (tried.empty()) return alpha;  // nothing but the excluded move
    remember(node, {alpha, window.beta}, best, best_move, prepared);
    return best;
}

template <class Isa>
bool WorkerKernel<Isa>::is_put_off(const Node& child, int depth) const {
    return shared_->busy != nullptr && depth >= BusyMoves::LeastDepth &&
           shared_->busy->is_busy(BusyMoves::note_of(child.key, depth));
}

template <class Isa>
Score WorkerKernel<Isa>::search_noted(
    const Node& child, Window window, int depth, int reduction, bool first) {
    if (shared_->busy == nullptr || first || depth < BusyMoves::LeastDepth)
        return search_child(child, window, depth, reduction, first);
    const std::uint64_t note = BusyMoves::note_of(child.key, depth);
    shared_->busy->enter(note);
    const Score score = search_child(child, window, depth, reduction, first);
    shared_->busy->leave(note);
    return score;
}

// `window` as the child sees it.
template <class Isa>
Score WorkerKernel<Isa>::search_child(
    const Node& child, Window window, int depth, int reduction, bool first) {
    const bool is_pv = !window.is_null();
    if ((first && reduction == 0) || (!params_->pvs && reduction == 0))
        return search(child, window, depth);
    const Window null{window.beta - 1, window.beta};
    Score score = search(child, null, depth - reduction);
    if (score < window.beta && reduction > 0) score = search(child, null, depth);
    if (score < window.beta && is_pv) score = search(child, window, depth);
    return score;
}

template <class Isa>
int WorkerKernel<Isa>::reduction(const RankedMoves& moves,
                                 std::size_t index,
                                 int depth,
                                 bool pv) const {
    if (!params_->lmr || moves[index].is_jump() || depth < 3 ||
        index < static_cast<std::size_t>(params_->lmr_index))
        return 0;
    int plies = reductions_.plies(depth, index);
    plies -= pv;
    plies -= MoveOrder::merit_of(moves.rank(index)) /
             (MoveOrder::MaxHistory * std::max(params_->lmr_history, 1) / 100);
    return std::clamp(plies, 0, depth - 2);
}

template <class Isa>
int WorkerKernel<Isa>::extension(const Node& node,
                                 const Node& child,
                                 const Move& move,
                                 std::size_t replies) const {
    if (child.ply >= MaxStretch * root_depth_) return 0;
    if (params_->single_reply && replies == 1) return 1;
    if (!params_->capture_extension || !move.is_jump()) return 0;
    const int before = balance_of(node.position) - root_balance_;
    const int after = balance_of(child.position) - root_balance_;
    return (before != 0 && after == 0) || before * after < 0 ? 1 : 0;
}

// Does the table know a move so well that it is worth asking how good the others are?
template <class Isa>
bool WorkerKernel<Isa>::has_favourite(const Node& node,
                                      Window window,
                                      const Prepared& prepared) const {
    if (prepared.depth < params_->rival_depth || !prepared.hit) return false;
    const TableEntry& hit = *prepared.hit;
    if (hit.move.is_none() || hit.bound == Bound::Upper ||
        hit.depth < prepared.depth - params_->rival_lag || is_decided(hit.score))
        return false;
    return may_be_singular(node) || may_be_cut(window, hit.score - params_->rival_margin);
}

// The table's move is singular if all others stay below its score (T. Anantharaman, M. Campbell,
// F. Hsu, "Singular extensions", 1988, as engines do it today): then it is searched deeper.  If one
// does not and reaches beta as well, two moves speak for a cut (Y. Bjornsson, T. Marsland,
// "Multi-cut alpha-beta pruning", 1998, with two moves).
template <class Isa>
std::optional<Score> WorkerKernel<Isa>::look_for_rivals(const Node& node,
                                                        Window window,
                                                        Prepared& prepared) {
    const Score bound = prepared.hit->score - params_->rival_margin;
    frame(node.ply).excluded = prepared.hit->move;
    const Score others =
        search(node, {bound - 1, bound}, prepared.depth * params_->rival_share / 100);
    frame(node.ply).excluded = MoveCode();
    if (stopped_) return DrawScore;
    if (others < bound)
        prepared.is_singular = may_be_singular(node);
    else if (may_be_cut(window, bound) && !is_decided(others))
        return bound;
    return std::nullopt;
}

template <class Isa>
void WorkerKernel<Isa>::remember(
    const Node& node, Window window, Score best, MoveCode move, const Prepared& prepared) {
    if (!params_->tt || !frame(node.ply).excluded.is_none()) return;
    const Bound bound = best >= window.beta   ? Bound::Lower
                        : best > window.alpha ? Bound::Exact
                                              : Bound::Upper;
    shared_->table.store(node.key,
                         {to_table(best, node.ply),
                          prepared.evaluation,
                          move,
                          prepared.depth,
                          bound,
                          !window.is_null() || prepared.was_on_pv()});
}

// Jumps to their end; and, `threats_left` times, the answers to a threatened jump.
template <class Isa>
Score WorkerKernel<Isa>::quiescence(const Node& node, Window window, int threats_left) {
    frame(node.ply).line.clear();
    if (const auto known = settled(node)) return *known;
    const Outlook outlook = outlook_of<Isa>(node.position);
    if (!outlook.can_jump && !outlook.can_move) return loss_at(node.ply);
    const bool stirring =
        outlook.can_jump || (params_->threats && outlook.threatened && threats_left > 0);
    if (!params_->quiescence || !stirring) return evaluate(node);

    const MoveList moves = moves_of<Isa>(node.position);
    Score best = -Infinite;
    for (const Move& move : moves) {
        const Node child = leaf_of(node, move);
        const int left = outlook.can_jump ? threats_left : threats_left - 1;
        const Score score = -quiescence(child, -window, left);
        if (stopped_) return DrawScore;
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, score);
        if (window.alpha >= window.beta) break;
    }
    return best;
}

// Jumps to their end; at the last ply also those behind a piece that is given away, for so strokes
// begin.  REQUIRES: there are no jumps yet.
template <class Isa>
Score WorkerKernel<Isa>::razored(const Node& node, Window window, int depth) {
    Score best = quiescence(node, window, params_->threat_plies);
    if (!shared_->looks_for_strokes || depth > 1) return best;
    for (const Move& move : moves_of<Isa>(node.position)) {
        if (stopped_ || best > window.alpha) break;
        const Node child = leaf_of(node, move);
        if (outlook_of<Isa>(child.position).can_jump)
            best = std::max(best, -quiescence(child, -window, params_->threat_plies));
    }
    return best;
}

}  // namespace deepwell::search
