// df-pn: depth-first proof-number search for one question (docs/proof-method.md).
//
// A yes is a fact.  A no is a conjecture: it may rest on a repetition of positions on the path on
// which it was found.  extraction.h turns both into something that can be shown.

#pragma once

#include <atomic>

#include "eval/evaluator.h"
#include "proof/budget.h"
#include "proof/initial_numbers.h"
#include "proof/leaves.h"
#include "proof/proof_table.h"

namespace deepwell::proof {

struct DfPnOptions {
    int threads = 1;
    // A move keeps the lead until it is worse than the second best by this factor: fewer returns
    // to places that the table may have lost (Pawlewicz and Lew).
    double epsilon = 0.25;
    // The hardest of the things to show plus one for each other, in place of their sum: a position
    // that is reached in many ways is not counted many times (Ueda and others).
    bool weak_numbers = false;
    // Numbers of a new position from its evaluation and pieces; off: 1 and 1.
    bool informed_numbers = true;
    // Where both sides have kings a new position counts so many times as hard.
    double kings_factor = 2;
    // Disproofs that rest on a repetition are kept as conjectures; off: only those that do not.
    bool keep_conditional = false;
};

class DfPn {
public:
    // All must outlive it.
    DfPn(const Leaves& leaves,
         const Evaluator& evaluator,
         ProofTable& table,
         const DfPnOptions& options = {},
         const search::TranspositionTable* hints = nullptr);

    // Unknown only if the budget is exhausted.  Throws Error if a file of the database is damaged.
    Answer search(const Position& root, Side attacker, Budget& budget);

    // From the next search on; from any thread.
    void set_threads(int threads) { threads_.store(threads, std::memory_order_relaxed); }

    // Of the root of the last search, or of the one that goes on.
    Numbers root_numbers() const { return root_numbers_.load(std::memory_order_relaxed); }
    void forget_root() { root_numbers_.store({}); }

    // What is known of a position without searching: by a leaf, by the table, or a guess.
    Numbers numbers_of(const Position& position, Side attacker) const;

    const Leaves& leaves() const { return leaves_; }
    ProofTable& table() { return table_; }

private:
    class Worker;

    std::uint64_t positions_ahead(const Budget& budget) const;
    // What one thread finds.  Throws what it fails with; the others end too.
    Numbers numbers_of_thread(const Position& root, Side attacker, Budget& budget);

    const Leaves& leaves_;
    Knowledge knowledge_;
    ProofTable& table_;
    DfPnOptions options_;
    std::atomic<int> threads_;
    bool is_shared_ = false;  // several threads are at work
    std::atomic<Numbers> root_numbers_{};
    std::atomic<bool> is_over_ = false;  // one of the threads has the answer, or has failed
};

}  // namespace deepwell::proof
