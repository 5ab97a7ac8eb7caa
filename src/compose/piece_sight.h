// What a single piece does on the board as it stands: whom it threatens, who threatens it, what it
// blocks and forces.  The words of the paper's figure 2, read as docs/compose.md says.

#pragma once

#include <vector>

#include "board/move.h"
#include "board/position.h"

namespace deepwell::compose {

// The side that owns the piece.  REQUIRES: there is one.
Side owner_of(const Position& position, Square square);

// The position with another side to move, without a piece, with one more.
Position with_side(Position position, Side side);
Position without(Position position, Square square);
Position with_piece(Position position, Square square, Side owner, bool is_king);

// Pieces that `side` could jump if it were to move.
Bitboard prey_of(const Position& position, Side side);

// The piece could jump if its side were to move.
bool is_threatening(const Position& position, Square square);
// The other side could jump it if it were to move.
bool is_threatened(const Position& position, Square square);
// Without it the other side could jump a piece that it cannot jump now.
bool is_blocking(const Position& position, Square square);
// The other side would have exactly one move, and without this piece more.
bool is_forcing(const Position& position, Square square);

// What the piece could play if its side were to move; jumps of its side are compulsory.
std::vector<Move> moves_of(const Position& position, Square square);

}  // namespace deepwell::compose
