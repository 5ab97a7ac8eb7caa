// Analysis of whole games: PDN in, the same games with marks, better lines and truth out.

#pragma once

#include <string>

#include "cli/command_line.h"
#include "engine/search.h"

namespace deepwell::cli {

struct GameAnalysis {
    std::string file;
    std::string games;      // "7", "3-9", "3-"; empty: all
    std::string output;     // a file; empty: standard output
    bool append = false;    // behind what the output holds
    search::Limits limits;  // of each search
    bool json = false;
    std::string command;  // that does the same, without games and output
};

// BadInput if a game is faulty, else Done.  Throws BadInput if the file, the selection or the
// output is bad, Interrupted when Ctrl-C ended it early; then the games that were finished are
// written.
ExitCode analyse_games(engine::Search& search, const GameAnalysis& analysis);

}  // namespace deepwell::cli
