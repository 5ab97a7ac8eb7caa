// Extraction: turns what df-pn believes into a proof, position by position (docs/proof-method.md).
//
// A yes becomes a tree with falling ranks, a no a closed set.  Whatever the search conjectured
// wrongly comes to light here and is searched again, so the answer may become the opposite one.

#pragma once

#include <optional>
#include <vector>

#include "board/move.h"
#include "proof/df_pn.h"

namespace deepwell::proof {

// A position in which the side that has to choose is to move, and its choice.
struct ProofRecord {
    Position position;
    Position choice;         // the position after the move
    std::uint32_t rank = 0;  // of a win; 0 in a disproof
};

struct ShownAnswer {
    Side attacker = Side::Black;
    Answer answer = Answer::Unknown;
    std::vector<ProofRecord> records{};  // in no order; all that the root needs, and nothing else
    std::uint64_t repairs = 0;           // conjectures that turned out false
};

// Shows what `search` has found, or finds it.  Unknown: the budget was exhausted.
ShownAnswer extract(DfPn& search, const Position& root, Side attacker, Budget& budget);

}  // namespace deepwell::proof
