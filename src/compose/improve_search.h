// Series of changes that lead to a better problem: hill climbing, beam search, annealing.

#pragma once

#include <functional>
#include <vector>

#include "compose/workshop.h"

namespace deepwell::compose {

enum class Method { Hill, Beam, Anneal };

struct Step {
    Change change = Change::Move;
    Position position;   // after it
    double quality = 0;  // of that
};

// A position with the changes that led to it from the original.
struct Trail {
    Position position;
    double quality = 0;
    bool is_valid = true;  // it has passed all checks; a way may lead through others
    std::vector<Step> steps{};
};

struct BeamOptions {
    std::size_t width = 8;
    std::size_t rounds = 6;
    std::size_t tries = 24;  // positions that are examined for each place in the beam
    // The same for the modern merit, which nobody knows before the proof: a sample of all changes.
    std::size_t modern_tries = 40;
    std::uint64_t seed = 1;  // of the sample
};

struct AnnealOptions {
    std::size_t steps = 1500;
    double hot = 0.05, cold = 0.001;  // losses that are accepted now and then, of the quality
    std::uint64_t seed = 1;
};

// The first change in the order of the paper that helps, until none does or the effort is over.
Trail climb(Workshop& workshop, Trail start);

// Never worse than climb().  Up to a quarter of the beam may be positions that failed the checks,
// for what the next change makes of them.
Trail beam(Workshop& workshop, const Trail& start, const BeamOptions& options);

// Never worse than climb().
Trail anneal(Workshop& workshop, const Trail& start, const AnnealOptions& options);

}  // namespace deepwell::compose
