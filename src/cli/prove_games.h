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
    bool append = false;        // behind what the output holds
    proof::ProofLimits limits;  // of each position
    bool json = false;
    std::string command;  // that does the same, without games and output
};

// BadInput if a game is faulty, No if one is open at its first position, else Done.  Throws
// BadInput if the file, the selection or the output is bad, Interrupted when Ctrl-C ended it early;
// then the games that were finished are written.
ExitCode prove_games(proof::Prover& prover, GameProof task);

}  // namespace deepwell::cli
