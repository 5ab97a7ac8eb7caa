// Workshop: the checks that a changed position must pass before it counts as a better problem.
//
// Legal, of the same proven result, and within what the user holds fixed; then its quality.
// Thread rule: one thread at a time.

#pragma once

#include <unordered_map>
#include <unordered_set>

#include "compose/merit.h"
#include "compose/soundness.h"
#include "compose/transformation.h"

namespace deepwell::compose {

enum class MeritKind { Paper, Modern };

struct WorkshopOptions {
    MeritKind merit = MeritKind::Paper;
    Weights weights{};  // of the modern merit
    Constraints constraints{};
    bool keep_key = false;                // the first move of the original stays the first move
    bool sound = false;                   // accepted positions have the verdict sound
    std::uint64_t proof_nodes = 20'000;   // for the result of a candidate
    std::uint64_t check_nodes = 100'000;  // for its soundness, if that is wanted
};

class Workshop {
public:
    // The truth and the effort must outlive it.  REQUIRES: the stipulation is given.
    Workshop(const Problem& original,
             std::optional<Move> key,
             const WorkshopOptions& options,
             Truth& truth,
             Effort& effort);

    const WorkshopOptions& options() const { return options_; }
    const Effort& effort() const { return effort_; }

    // Figure 2, which needs no proof.
    double mark_of(const Position& position) const;
    std::vector<Candidate> candidates(const Position& position, Change change) const;

    // The quality if all checks are passed and it is more than `least`; else nothing.
    std::optional<double> quality_of(const Position& position, double least);

    std::uint64_t tried() const { return tried_; }      // positions whose result was asked for
    std::uint64_t refused() const { return refused_; }  // of those, not proven or another result

private:
    Problem changed(const Position& position) const;
    bool has_result(const Position& position);
    bool keeps_key(const Position& position);
    std::optional<double> modern_quality(const Position& position);
    Solution solution_of(const Position& position, bool in_full);

    Problem original_;
    std::optional<Move> key_;
    WorkshopOptions options_;
    Side solver_;
    Truth& truth_;
    Effort& effort_;
    std::unordered_map<Position, bool, proof::PositionHash> results_;
    std::unordered_map<Position, bool, proof::PositionHash> soundness_;
    std::uint64_t tried_ = 0, refused_ = 0;
};

}  // namespace deepwell::compose
