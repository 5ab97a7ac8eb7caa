// The retrograde analysis of games on the command line: PDN in, the same games with what is
// certain out.

#pragma once

#include <string>

#include "cli/command_line.h"
#include "proof/game_prover.h"

namespace deepwell::cli {

struct GameProof {
    std::string file;
    std::string games;          // "7", "3-9", "3-"; empty: all
    std::string output;         // a file; empty: the games are not written
    proof::ProofLimits limits;  // of each position
    bool json = false;
};

// No if a game is faulty or open at its first position, else Done.  Throws BadInput if the file or
// the selection is bad, Interrupted when Ctrl-C ended it early and what was done is written.
ExitCode prove_games(proof::Prover& prover, GameProof task);

}  // namespace deepwell::cli
