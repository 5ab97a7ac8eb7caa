// The retrograde analysis of a game: from its last position backwards each one is proved, with all
// that was proved behind it at hand (Chinook's papers, 1991, section 6).

#pragma once

#include <functional>
#include <vector>

#include "board/game.h"
#include "proof/prover.h"

namespace deepwell::proof {

struct ProvenGame {
    std::vector<WdlRange> values;  // of every position, for its side to move; the start first
    std::uint64_t nodes = 0;
    bool is_complete = true;  // false: it was stopped, and earlier positions were not asked

    // The first ply from which on the value of every position is known; values.size(): none is.
    std::size_t known_from() const;
    // Did the move of this ply throw something away for certain?
    bool is_mistake(std::size_t ply) const;
};

// `limits` hold for each position; `each` is called after each, with its number.
ProvenGame prove_game(Prover& prover,
                      const Game& game,
                      const ProofLimits& limits,
                      const std::function<void(std::size_t ply)>& each = {});

}  // namespace deepwell::proof
