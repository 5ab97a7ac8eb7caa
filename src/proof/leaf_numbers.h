// The numbers of a leaf of the manager's graph: a guess at the work that a yes and a no will take.
//
// After papers/2007-game-over, section 3.5.  Each term can be switched off, to measure what it is
// worth.

#pragma once

#include "proof/manager_graph.h"

namespace deepwell::proof {

struct NumberTerms {
    // A side that is ahead is likely to win and unlikely to lose: the distance of the score from
    // the threshold.
    bool score = true;
    // More pieces are farther from the databases.
    bool pieces = true;
    // If both sides have kings, they wander: many positions before anything is decided.
    bool kings = true;
    // The line of best play ends with a king on the board: wandering is near.
    bool warning = true;
    // The line of best play ends in a draw of the databases: "does not win" is nearer.
    bool draw = true;
    // It was asked in vain and will be asked again, with more effort: harder than it seemed.
    bool vain = true;
    // Of the things that must all be shown: the hardest plus one for each other, in place of the
    // sum, which counts a position many times that is reached in many ways.
    bool weak = false;

    int database_pieces = 0;
};

// No threshold: facts only.
inline constexpr Score InfiniteThreshold = 32'767;

// The answer for the choice of leaves: a fact or, if the node is a leaf that was searched, what
// score and threshold make likely.
Answer likely_answer(const GraphNode& node, NodeQuestion question, Score threshold);

// For a node that is no leaf: as if nobody had looked below it.
Numbers leaf_numbers(const GraphNode& node,
                     NodeQuestion question,
                     Score threshold,
                     const NumberTerms& terms);

}  // namespace deepwell::proof
