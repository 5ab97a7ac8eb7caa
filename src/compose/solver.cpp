#include "compose/solver.h"

#include <algorithm>

#include "board/movegen.h"

namespace deepwell::compose {

using proof::Answer;
using proof::Budget;

namespace {

// Nodes for a question in the first round, and how the rounds grow.
constexpr std::uint64_t FirstSlice = 2000;
constexpr std::uint64_t SliceGrowth = 8;
// Nodes of alpha-beta for the choice of a move to show.
constexpr std::uint64_t ChoiceNodes = 4000;

// Finding a move is no task any more.
constexpr std::ptrdiff_t PlainWays = 4;

Answer denied(Answer answer) {
    return answer == Answer::Unknown ? Answer::Unknown
           : answer == Answer::Yes   ? Answer::No
                                     : Answer::Yes;
}

bool is_kept(const Way& way) {
    return way.keeps == Answer::Yes;
}

// Plies that are played out at most, with so many nodes for a move.
constexpr int LongestPlay = 60;
constexpr std::uint64_t PlayNodes = 500;

}  // namespace

bool is_plain(const std::vector<Way>& ways) {
    const std::ptrdiff_t kept = std::count_if(ways.begin(), ways.end(), is_kept);
    return kept >= PlainWays && 2 * kept >= static_cast<std::ptrdiff_t>(ways.size());
}

int balance_of(const Position& position, Side solver) {
    const auto worth = [&](Side side) {
        return 2 * position.pieces(side).count() + position.kings_of(side).count();
    };
    return worth(solver) - worth(other(solver));
}

bool is_quiet(const Position& position) {
    Position waiting = position;
    waiting.side = other(position.side);
    return !can_jump(position) && !can_jump(waiting);
}

Solver::Solver(Truth& truth, Effort& effort, const Position& start, Wdl stipulation)
    : truth_(truth),
      effort_(effort),
      side_(solver_of(start, stipulation)),
      is_win_(stipulation != Wdl::Draw),
      balance_(balance_of(start, side_)) {}

Answer Solver::holds(const Position& position) const {
    return is_win_ ? truth_.known(position, side_) : denied(truth_.known(position, other(side_)));
}

Answer Solver::decide(const Position& position, double share) {
    Budget budget = effort_.share(share);
    const Answer answer = truth_.ask(position, is_win_ ? side_ : other(side_), budget);
    effort_.charge(budget.spent());
    return is_win_ ? answer : denied(answer);
}

std::vector<Way> Solver::ways(const Position& position, double share) {
    std::vector<Way> ways;
    for (const Move& move : legal_moves(position)) ways.push_back({.move = move});
    Budget whole = effort_.share(share);
    const Side attacker = is_win_ ? side_ : other(side_);
    for (std::uint64_t slice = 0;; slice = std::max(FirstSlice, slice * SliceGrowth)) {
        bool is_open = false;
        for (Way& way : ways) {
            if (way.keeps != Answer::Unknown) continue;
            Budget part(whole, slice);
            const Answer answer = truth_.ask(play(position, way.move), attacker, part);
            way.keeps = is_win_ ? answer : denied(answer);
            is_open |= answer == Answer::Unknown;
        }
        if (!is_open || whole.is_exhausted() || whole.left() == 0) break;
    }
    effort_.charge(whole.spent());
    for (Way& way : ways)
        if (is_win_ && is_kept(way)) way.distance = truth_.distance(play(position, way.move));
    return ways;
}

std::optional<Move> Solver::best_way(const Position& position, const std::vector<Way>& ways) {
    std::vector<Way> kept;
    std::copy_if(ways.begin(), ways.end(), std::back_inserter(kept), is_kept);
    if (kept.empty()) return std::nullopt;
    if (kept.size() == 1) return kept.front().move;
    const bool has_distances = std::all_of(
        kept.begin(), kept.end(), [](const Way& way) { return way.distance.has_value(); });
    if (has_distances)
        return std::min_element(
                   kept.begin(),
                   kept.end(),
                   [](const Way& a, const Way& b) { return *a.distance < *b.distance; })
            ->move;
    std::vector<Move> moves;
    for (const Way& way : kept) moves.push_back(way.move);
    return truth_.choice(position, ChoiceNodes, effort_, moves).value_or(moves.front());
}

std::vector<Way> Solver::defences(const Position& position) {
    std::vector<Way> defences;
    bool has_distances = is_win_;
    for (const Move& move : legal_moves(position)) {
        const Position after = play(position, move);
        defences.push_back({move, Answer::Yes, is_win_ ? truth_.distance(after) : std::nullopt});
        has_distances &= defences.back().distance.has_value();
    }
    if (defences.size() < 2) return defences;
    std::stable_sort(defences.begin(), defences.end(), [](const Way& a, const Way& b) {
        return a.distance.value_or(-1) > b.distance.value_or(-1);
    });
    if (has_distances) return defences;
    const auto chosen = truth_.choice(position, ChoiceNodes, effort_);
    const auto best = std::find_if(defences.begin(), defences.end(), [&](const Way& way) {
        return chosen && way.move == *chosen;
    });
    if (best != defences.end()) std::rotate(defences.begin(), best, best + 1);
    return defences;
}

bool Solver::has_gained(const Position& position) const {
    constexpr int Man = 2;
    return balance_of(position, side_) >= balance_ + Man && is_quiet(position);
}

std::optional<SolutionPly> Solver::solver_ply(const Position& position,
                                              const std::vector<Way>& found) {
    const std::optional<Move> best = best_way(position, found);
    if (!best) return std::nullopt;
    SolutionPly ply{.before = position, .move = *best};
    for (const Way& way : found) {
        if (way.move == *best)
            ply.distance = way.distance;
        else if (is_kept(way))
            ply.seconds.push_back(way);
        else if (way.keeps == Answer::Unknown)
            ++ply.open;
    }
    return ply;
}

std::optional<SolutionPly> Solver::defender_ply(const Position& position) {
    const std::vector<Way> found = defences(position);
    if (found.empty()) return std::nullopt;
    return SolutionPly{
        .before = position, .move = found.front().move, .distance = found.front().distance};
}

std::optional<int> Solver::played_out(Position position) {
    for (int plies = 0; plies < LongestPlay && !effort_.is_over(); ++plies) {
        if (const auto left = truth_.distance(position)) return plies + *left;
        std::vector<Move> moves;
        for (const Move& move : legal_moves(position))
            if (position.side != side_ || holds(play(position, move)) == Answer::Yes)
                moves.push_back(move);
        if (moves.empty()) return std::nullopt;
        const auto chosen = truth_.choice(position, PlayNodes, effort_, moves);
        position = play(position, chosen.value_or(moves.front()));
    }
    return std::nullopt;
}

FollowedLine Solver::line(Position position, double share, std::size_t most_plies) {
    FollowedLine line;
    std::vector<Position> seen{position};
    while (line.plies.size() < most_plies) {
        const bool is_solver = position.side == side_;
        if (is_solver && has_gained(position)) break;
        std::optional<SolutionPly> ply;
        if (is_solver) {
            const std::vector<Way> found = ways(position, share);
            if (is_plain(found)) break;
            ply = solver_ply(position, found);
            line.is_whole = ply || found.empty();
        } else {
            ply = defender_ply(position);
        }
        if (!ply) break;
        position = play(position, ply->move);
        line.plies.push_back(std::move(*ply));
        if (std::find(seen.begin(), seen.end(), position) != seen.end()) break;
        seen.push_back(position);
    }
    return line;
}

}  // namespace deepwell::compose
