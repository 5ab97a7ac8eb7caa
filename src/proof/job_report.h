// JobReport: what a prover says about a position that it was given.

#pragma once

#include <vector>

#include "board/move.h"
#include "board/position.h"
#include "board/wdl.h"
#include "eval/score.h"
#include "proof/node_key.h"

namespace deepwell::proof {

enum class Decider : std::uint8_t { Nobody, Database, AlphaBeta, DfPn };
inline constexpr std::size_t DeciderCount = 4;

constexpr const char* name(Decider decider) {
    constexpr std::array<const char*, DeciderCount> Names{
        "nobody", "database", "alpha-beta", "df-pn"};
    return Names[static_cast<std::size_t>(decider)];
}

// What alpha-beta makes of a position.
struct Outlook {
    Score score = 0;             // for the side to move
    bool warning = false;        // its line ends with a king on the board
    bool database_draw = false;  // its line ends in a draw of the databases
};

struct JobReport {
    Position position;  // Black to move (node_key.h)
    QuestionSet asked = QuestionSet::both();
    unsigned in_vain = 0;  // attempts to answer that, before this one
    WdlRange value;        // shown, for the side to move
    Outlook outlook;
    Decider decider = Decider::Nobody;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Move> line;  // of best play
};

}  // namespace deepwell::proof
