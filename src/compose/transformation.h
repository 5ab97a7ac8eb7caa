// Transformations: the changes of a position that may make a better problem of it.
//
// A piece is moved to any empty square as a composer's hand moves it, taken away, or added.

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "board/position.h"

namespace deepwell::compose {

// <1> to <5> of the paper's table 2 in its order, then what its section 3 names.
enum class Change {
    MoveToMin,      // to the square where the mark rises least
    MoveToCapture,  // to a square where it threatens and is not threatened
    MoveToMax,      // to the square where the mark rises most
    AddExposed,     // where it threatens and is threatened
    AddSafe,        // where it threatens and is not threatened
    Move,           // anywhere
    Delete,
    Add,
};
inline constexpr std::array<Change, 8> AllChanges{Change::MoveToMin,
                                                  Change::MoveToCapture,
                                                  Change::MoveToMax,
                                                  Change::AddExposed,
                                                  Change::AddSafe,
                                                  Change::Move,
                                                  Change::Delete,
                                                  Change::Add};

// "move to capture without being captured".
const char* name(Change change);

// What must not change.
struct Constraints {
    Bitboard keep;       // pieces on these squares stay as they are
    Bitboard forbidden;  // no piece comes to these squares
    int most_pieces = 2 * MenPerSide;
};

struct Candidate {
    Change change = Change::Move;
    Position position;
    double mark = 0;
    std::optional<Square> from{};  // nothing: added
    std::optional<Square> to{};    // nothing: deleted
};

// A position that can be a problem: legal, both sides there, and the side to move can.
bool is_possible(const Position& position);

using MarkOf = std::function<double(const Position&)>;

// What the change can make of the position, only possible positions.  `mark`: of the position
// itself; the first three kinds give only what raises it.  Order: the smallest rise first for
// MoveToMin, else the highest mark first.
std::vector<Candidate> candidates(const Position& position,
                                  Change change,
                                  const Constraints& constraints,
                                  const MarkOf& mark_of,
                                  double mark);

}  // namespace deepwell::compose
