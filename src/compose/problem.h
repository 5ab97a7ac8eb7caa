// Problem: a position with what is to be shown in it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "board/move.h"
#include "board/position.h"
#include "board/wdl.h"

namespace deepwell::compose {

struct Problem {
    std::string name;  // may be empty
    Position position;
    std::optional<Wdl> stipulation{};   // for the side to move; nothing: its value, whatever it is
    std::optional<Move> printed_key{};  // the first move of the solution that came with it
};

// Who has to find something: the side to move or, where it loses, the other one.
constexpr Side solver_of(const Position& position, Wdl stipulation) {
    return stipulation == Wdl::Loss ? other(position.side) : position.side;
}

// The first "White to play and win", "Black to move and draw", "white to win", "black to lose",
// "Black to play, White to win" of a text, whatever its letters' case and spaces.  Nothing: the
// text says none.  A failure: it names a side that is not to move, or asks for what is no result.
Result<std::optional<Wdl>> stipulation_in(std::string_view text, const Position& position);

// Why the position poses no problem: the game is over in it.
std::optional<std::string> reason_against(const Position& position);

// "White to play and win".
std::string stipulation_text(const Position& position, Wdl stipulation);

}  // namespace deepwell::compose
