// What a move of a written game means, where its text alone leaves a choice.

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "board/move.h"
#include "board/position.h"

namespace deepwell {

// The move that is meant by a text which can mean several jumps: the one after which alone all the
// later moves of its line are legal.  Nothing if they do not decide, or if the text has not several
// meanings.  REQUIRES: parse_move (notation.h) cannot read the text.
std::optional<Move> meant_by_line(const Position& position,
                                  std::string_view text,
                                  std::span<const std::string_view> later_moves);

}  // namespace deepwell
