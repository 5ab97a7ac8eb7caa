// Openings: the balloted beginnings of tournament games on the 8x8 board.
//
// Three-move openings carry the numbers of the American Checker Federation.  Two-move openings are
// derived: every pair of first moves that does not lose a piece at once.  So are the 11-man
// ballots: the same after one man of each side was taken off.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "board/move.h"
#include "board/position.h"

namespace deepwell {

enum class OpeningStatus { Crossboard, MailPlay, Barred };
const char* name(OpeningStatus status);  // "crossboard", "mail play", "barred"

struct ThreeMoveOpening {
    int acf_number;
    OpeningStatus status;
    const char* moves;  // "9-13 21-17 5-9"
    const char* name;   // "" for most
};

// All 174 in the order of their numbers; empty on boards other than 8x8.
std::span<const ThreeMoveOpening> three_move_openings();

// A line of moves and the position it leads to.
struct OpeningLine {
    std::vector<Move> moves;
    std::string text;  // "9-13 21-17 5-9"
    Position position;
    Position initial = Position::start();
};

// Reads moves separated by spaces, from the start position.
Result<OpeningLine> parse_opening(std::string_view moves);

// The pairs of first moves after which no exchange wins a piece, in the order of legal_moves().
// 47 on 8x8: of the 49 pairs, 9-14 21-17 and 10-14 21-17 lose a man.
std::vector<OpeningLine> two_move_openings();

// Every choice of one man of each side that is taken off, then one move each, after which no
// exchange wins a piece.  Each position once; the text says it all: "without 5, 21: 9-14 22-18".
std::vector<OpeningLine> eleven_man_ballots();

// The opening that leads to this position, whatever the order of its moves.
const ThreeMoveOpening* opening_at(const Position& position);

}  // namespace deepwell
