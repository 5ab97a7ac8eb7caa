// The numbers of a position that nobody has looked at: a guess at the work that a yes and a no
// would take, from what alpha-beta thought of it or else from the evaluation, and from how far the
// position is from the databases; where both sides have kings play may go on for ever.

#pragma once

#include "board/position.h"
#include "eval/evaluator.h"
#include "proof/proof_numbers.h"
#include "search/transposition_table.h"

namespace deepwell::proof {

struct Knowledge {
    const Evaluator& evaluator;
    const search::TranspositionTable* hints = nullptr;  // of an alpha-beta search; may be absent
    int database_pieces = 0;
    double kings_factor = 1;  // where both sides have kings
};

Numbers initial_numbers(const Position& position, Side attacker, const Knowledge& knowledge);

}  // namespace deepwell::proof
