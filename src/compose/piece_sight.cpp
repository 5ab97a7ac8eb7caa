#include "compose/piece_sight.h"

#include "board/movegen.h"

namespace deepwell::compose {

Side owner_of(const Position& position, Square square) {
    return position.black.contains(square) ? Side::Black : Side::White;
}

Position with_side(Position position, Side side) {
    position.side = side;
    return position;
}

Position without(Position position, Square square) {
    const Bitboard piece = Bitboard::of(square);
    position.black = position.black - piece;
    position.white = position.white - piece;
    position.kings = position.kings - piece;
    return position;
}

Position with_piece(Position position, Square square, Side owner, bool is_king) {
    const Bitboard piece = Bitboard::of(square);
    (owner == Side::Black ? position.black : position.white) |= piece;
    if (is_king) position.kings |= piece;
    return position;
}

Bitboard prey_of(const Position& position, Side side) {
    Bitboard prey;
    for (const Move& move : legal_moves(with_side(position, side))) prey |= move.captured;
    return prey;
}

std::vector<Move> moves_of(const Position& position, Square square) {
    std::vector<Move> moves;
    for (const Move& move : legal_moves(with_side(position, owner_of(position, square))))
        if (move.from == square) moves.push_back(move);
    return moves;
}

bool is_threatening(const Position& position, Square square) {
    for (const Move& move : moves_of(position, square))
        if (move.is_jump()) return true;
    return false;
}

bool is_threatened(const Position& position, Square square) {
    return prey_of(position, other(owner_of(position, square))).contains(square);
}

bool is_blocking(const Position& position, Square square) {
    const Side enemy = other(owner_of(position, square));
    const Bitboard now = prey_of(position, enemy);
    return !(prey_of(without(position, square), enemy) - now).is_empty();
}

bool is_forcing(const Position& position, Square square) {
    const Position answered = with_side(position, other(owner_of(position, square)));
    return legal_moves(answered).size() == 1 && legal_moves(without(answered, square)).size() > 1;
}

}  // namespace deepwell::compose
