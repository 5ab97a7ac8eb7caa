// Weights that make a shallow search play as masters did: linear regression by least squares, as
// Chinook's authors tried after Nowatzyk's program for Deep Thought (papers/1991, section 3).
//
// Each move of a position leads to a leaf, the end of the line that a search of a few plies finds
// behind it.  The leaf of the master's move should be worth so many points more than that of every
// other move, for the one who chose; leaves with other material are left out, since tactics and not
// judgement decided there.  Moves say nothing about the scale of the weights, nor how phases fit
// together: the points are those that suit the old weights, and the ridge pulls towards them.

#pragma once

#include <stop_token>

#include "base/progress.h"
#include "tune/fitted_weights.h"
#include "tune/game_samples.h"

namespace deepwell::tune {

struct MoveFitOptions {
    int depth = 2;             // plies behind each move
    double ridge = 1;          // pull towards the old weights, in mean squares of each heuristic
    int held_out_in_100 = 10;  // games that only judge
};

// Nothing if it was stopped.  Throws Error if a phase has too few moves to learn from.
std::optional<FittedWeights> fit_to_moves(const std::vector<MasterMove>& moves,
                                          const Weights& before,
                                          const MoveFitOptions& options,
                                          const std::stop_token& stop,
                                          Progress& progress);

// How often a search of `depth` plies plays the master's move, from 0 to 1.
double match_rate(const std::vector<MasterMove>& moves, const Evaluator& evaluator, int depth);

// The moves of games that are held out.
std::vector<MasterMove> held_out(const std::vector<MasterMove>& moves, int in_100);

}  // namespace deepwell::tune
