// The legal moves of a position and what they lead to.
//
// Jumps are compulsory; any jump may be chosen, and it goes on while it can.  A man that reaches
// its king row is crowned and its move ends there.

#pragma once

#include <vector>

#include "board/move.h"
#include "board/position.h"

namespace deepwell {

// All legal moves, each once.  None: the side to move has lost.
MoveList legal_moves(const Position& position);

// Must the side to move jump?
bool can_jump(const Position& position);

// REQUIRES: the move is legal in the position.
constexpr Position play(const Position& p, const Move& move) {
    const Bitboard from = Bitboard::of(move.from);
    const Bitboard to = Bitboard::of(move.to);
    const bool black_moves = p.side == Side::Black;
    const Bitboard own = (p.own() - from) | to;
    const Bitboard enemies = p.enemy() - move.captured;
    // A king stays one wherever it goes.
    const Bitboard crowning = p.kings.contains(move.from) ? Bitboard::all() : king_row(p.side);
    const Bitboard kings = (p.kings - move.captured - from) | (to & crowning);
    return {black_moves ? own : enemies, black_moves ? enemies : own, kings, other(p.side)};
}

// The ways of a jump: each the squares on which the piece lands, in order, the last being move.to.
// A quiet move has one way with one square.  REQUIRES: the move is legal in the position.
std::vector<std::vector<Square>> paths_of(const Position& position, const Move& move);

}  // namespace deepwell
