// SearchParams: every technique of the search by name, so that it can be switched off and measured.
//
// Numbers in plies, or in hundredths of a man.  The defaults are what docs/decisions/search.md
// measures.

#pragma once

#include <span>
#include <string_view>

#include "base/result.h"

namespace deepwell::search {

struct SearchParams {
    // Windows.
    bool pvs = true;             // later moves get a null window first
    bool aspiration = true;      // an iteration begins near the score of the last one
    int aspiration_window = 12;  // on either side
    bool iterative = true;       // depth 1, 2, 3 ...; off: the depth limit at once

    // Transposition table.
    bool tt = true;

    // Order of moves.
    bool killers = true;
    bool history = true;
    bool history_malus = true;   // moves that were tried before the one that cut off lose credit
    bool continuation = true;    // history also by the moves one and two plies before
    int continuation_depth = 3;  // least depth

    // Less depth, or none.
    bool iir = true;        // no move from the table: one ply less
    int iir_depth = 4;      // least depth
    bool lmr = true;        // late moves are searched to less depth
    int lmr_base = 100;     // hundredths of a ply, and the product of the logarithms of depth and
    int lmr_divisor = 170;  // number of the move, divided by so many hundredths
    int lmr_index = 2;      // so many moves are not reduced
    int lmr_history = 50;   // a ply more or less for so many hundredths of the most history
    bool pv_trace = true;   // a ply less where a position was on a principal line before
    bool futility = true;   // so far above beta that a few plies will not change it
    int futility_depth = 5;
    int futility_margin = 45;  // each ply
    bool razoring = true;      // so far below alpha that only jumps could help
    int razoring_depth = 3;
    int razoring_margin = 60;  // each ply
    bool strokes = true;    // where a score is wanted (Limits), razoring at the last ply looks at
                            // pieces given away for jumps, too
    bool probcut = true;    // a shallow search far outside the window speaks for a deep one
    int probcut_depth = 5;  // least depth
    int probcut_reduction = 4;
    int probcut_margin = 40;
    bool truncation = true;  // lines that lost a man for nothing (Chinook)
    int truncation_margin = 70;
    int truncation_plies = 2;

    // More depth.
    bool quiescence = true;  // never stop where the side to move can jump
    bool threats = false;    // nor, at first, where the other side threatens to
    int threat_plies = 2;    // how many such positions in a line
    bool capture_extension =
        true;                  // jumps that restore the balance of the root or turn it (Chinook)
    bool single_reply = true;  // the only legal move
    bool singular = true;      // the only good move; in searches of one thread
    bool multicut = true;      // less: two moves that look good enough for a cut
    int rival_depth = 6;       // both ask for rivals of the table's move, from this depth on,
    int rival_lag = 3;         // if what the table knows is at most so many plies less deep
    int rival_margin = 8;      // how far below its score they may stay
    int rival_share = 50;      // to how many hundredths of the depth they are searched

    // Everything that may change the value of a search to fixed depth is off: plain alpha-beta.
    static SearchParams plain();
};

// A technique with an on and an off.
struct Technique {
    const char* name;
    bool SearchParams::*enabled;
};
std::span<const Technique> techniques();

struct ParamNumber {
    const char* name;
    int SearchParams::*value;
};
std::span<const ParamNumber> param_numbers();

// Switches one technique; a Failure names the known ones if there is no such technique.
Result<SearchParams> with(SearchParams params, std::string_view technique, bool enabled);

}  // namespace deepwell::search
