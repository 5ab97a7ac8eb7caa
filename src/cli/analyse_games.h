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
    search::Limits limits;  // of each search
    bool json = false;
};

// Throws BadInput if the file or the selection is bad, Interrupted when Ctrl-C ended it early and
// what was done is written.
ExitCode analyse_games(engine::Search& search, const GameAnalysis& analysis);

}  // namespace deepwell::cli
