// Extraction: turns what df-pn believes into a proof, position by position (docs/proof-method.md).
//
// A yes becomes a tree with falling ranks, a no a closed set.  Whatever the search conjectured
// wrongly comes to light here and is searched again, so the answer may become the opposite one.

#pragma once

#include <vector>

#include "proof/df_pn.h"
#include "proof/proof_graph.h"

namespace deepwell::proof {

struct ShownAnswer {
    Side attacker = Side::Black;
    Answer answer = Answer::Unknown;
    std::vector<ProofRecord> records{};  // in no order; all that the root needs, and nothing else
    bool is_written = true;              // else certain all the same, but without its records
    std::uint64_t repairs = 0;           // conjectures that turned out false
};

// Shows what `search` has found, or finds it.  Unknown: the budget was exhausted.
ShownAnswer extract(DfPn& search, const Position& root, Side attacker, Budget& budget);

// It holds for all its positions.
void add_to(Facts& facts, const ShownAnswer& shown);

}  // namespace deepwell::proof
