// Solver: which moves keep a result, and what is played then (docs/compose.md).
//
// Thread rule: one thread at a time.

#pragma once

#include "compose/solution.h"
#include "compose/truth.h"

namespace deepwell::compose {

// The solver's moves of a position in which finding one that keeps the result is no task any more.
bool is_plain(const std::vector<Way>& ways);

// The main line ends after so many plies at the latest.
inline constexpr std::size_t LongestLine = 120;

// Man 2, king 3, the solver's less the other side's.
int balance_of(const Position& position, Side solver);

// Nobody must jump, and the side that waits could not either.
bool is_quiet(const Position& position);

struct FollowedLine {
    SolutionLine plies;
    // False: it was cut off, because no move of the solver is known to keep the result there.
    bool is_whole = true;
};

class Solver {
public:
    // `start` is the problem's position; the others must outlive it.
    Solver(Truth& truth, Effort& effort, const Position& start, Wdl stipulation);

    Side side() const { return side_; }
    // Does the stipulated result hold for the solver?  By what is known.
    proof::Answer holds(const Position& position) const;
    // The same with a share of what is left.
    proof::Answer decide(const Position& position, double share);

    // The solver's moves, all of them examined with a share of what is left, easy ones first.
    std::vector<Way> ways(const Position& position, double share);

    // The move of the main line: the quickest that keeps the result.  Nothing: none is known.
    std::optional<Move> best_way(const Position& position, const std::vector<Way>& ways);

    // All moves of the defender, the longest resistance first.
    std::vector<Way> defences(const Position& position);

    // Plies to the end of a won game, where both sides play on by what is known without proofs and
    // alpha-beta.  Nothing: no end came in sight.
    std::optional<int> played_out(Position position);

    // The line from a position on in which the result holds.  `share`: of what is left, for each
    // move of the solver.  It ends where the solution ends, or after so many plies.
    FollowedLine line(Position position, double share, std::size_t most_plies);

private:
    bool has_gained(const Position& position) const;
    std::optional<SolutionPly> solver_ply(const Position& position, const std::vector<Way>& ways);
    std::optional<SolutionPly> defender_ply(const Position& position);

    Truth& truth_;
    Effort& effort_;
    Side side_;
    bool is_win_;
    int balance_;  // at the start
};

}  // namespace deepwell::compose
