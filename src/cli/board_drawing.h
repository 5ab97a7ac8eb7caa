// Draws a position for the terminal.
//
// In colour every field gets its own foreground and background, so that it reads the same on light
// and dark themes.  Without colour, Black's pieces are b (man) and B (king), White's w and W.  The
// ends of a marked move are lighter, or stand in [ ].

#pragma once

#include <optional>
#include <string>

#include "board/move.h"
#include "board/position.h"

namespace deepwell::cli {

enum class DrawingStyle { Colour, Ascii };

// Black at the top as in the geometry; `flipped` shows it from Black's seat.
std::string draw_board(const Position& position,
                       DrawingStyle style,
                       bool flipped,
                       const std::optional<Move>& marked = std::nullopt);

}  // namespace deepwell::cli
