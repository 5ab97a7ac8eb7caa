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
    const Bitboard own = (p.own() - from) | to;
    const Bitboard enemies = p.enemy() - move.captured;
    Bitboard kings = p.kings - move.captured;
    if (kings.contains(move.from))
        kings = (kings - from) | to;
    else
        kings |= to & king_row(p.side);
    return p.side == Side::Black ? Position{own, enemies, kings, Side::White}
                                 : Position{enemies, own, kings, Side::Black};
}

// The ways of a jump: each the squares on which the piece lands, in order, the last being move.to.
// A quiet move has one way with one square.  REQUIRES: the move is legal in the position.
std::vector<std::vector<Square>> paths_of(const Position& position, const Move& move);

}  // namespace deepwell
