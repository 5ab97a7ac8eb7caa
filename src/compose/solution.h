// Solution: what is known about a problem after it was checked (docs/compose.md).

#pragma once

#include <optional>
#include <vector>

#include "compose/problem.h"
#include "proof/question.h"

namespace deepwell::compose {

enum class Verdict { Undecided, Sound, Cooked, Dual, False };

constexpr const char* name(Verdict verdict) {
    switch (verdict) {
        case Verdict::Sound:
            return "sound";
        case Verdict::Cooked:
            return "cooked";
        case Verdict::Dual:
            return "dual";
        case Verdict::False:
            return "false";
        case Verdict::Undecided:
            break;
    }
    return "undecided";
}

// A move of the solver, and whether the stipulated result still holds after it.
struct Way {
    Move move;
    proof::Answer keeps = proof::Answer::Unknown;
    std::optional<int> distance{};  // plies left after it, where the databases know
    std::optional<int> played{};    // plies left in a line that was played out, where they do not
};

// A second way at a move of the solver.
struct Dual {
    std::size_t ply = 0;          // of the main line, from 0
    Move move;                    // in place of the main line's
    std::optional<int> longer{};  // plies, compared with the main line's move
    bool is_exact = true;         // false: by lines that were played out
};

struct SolutionPly;
using SolutionLine = std::vector<SolutionPly>;

// A move with what stands beside it.
struct SolutionPly {
    Position before;
    Move move;
    std::optional<int> distance{};  // plies left after it
    std::optional<int> played{};    // the same, by a line that was played out
    std::vector<Way> seconds{};     // of the solver: other moves that keep the result, proven
    int open = 0;                   // of the solver: other moves that are not decided
    // Of the defender: other moves, the longest resistance first, each with the answers to it.
    std::vector<SolutionLine> defences{};
};

struct Solution {
    Verdict verdict = Verdict::Undecided;
    WdlRange value;                  // proven, for the side to move
    std::optional<Wdl> stipulation;  // nothing: none was given, and the value is not known
    std::optional<Move> key;         // nothing: it is a loss, false, or not known
    bool printed_key_fails = false;  // the key that was printed does not keep the result
    std::vector<Way> first_moves;    // all of the solver's, if it is to move and true
    SolutionLine line;               // main line, empty if false or undecided
    int open = 0;                    // moves of the solver in it that are not decided
    Bitboard idle;                   // pieces that are not needed
    Bitboard idle_open;              // pieces of which that is not decided
    bool is_tree_whole = true;       // beside the line stand all defences, and all of theirs
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool is_stopped = false;  // somebody asked for an end: what is here is true, but not all

    std::vector<Move> cooks() const;
    std::vector<Dual> duals() const;
    std::vector<Move> moves() const;  // of the main line
};

// The position after the line.
Position last_position(const Position& first, const SolutionLine& line);

}  // namespace deepwell::compose
