// The exhaustive truth about a small board, for positions of src/.

#pragma once

#include <unordered_set>
#include <vector>

#include "board/movegen.h"
#include "oracle/endgames.h"
#include "proof/proof_graph.h"
#include "proof/question.h"

namespace deepwell::proof {

inline oracle::Board board_of(const Position& position) {
    oracle::Board board;
    board.size = BoardSize;
    for (int number = 1; number <= SquareCount; ++number) {
        const Square square = Square::from_index(number - 1);
        if (!position.occupied().contains(square)) continue;
        const bool is_black = position.black.contains(square);
        const bool is_king = position.kings.contains(square);
        board.on_square(number) =
            is_black ? (is_king ? oracle::Piece::BlackKing : oracle::Piece::BlackMan)
                     : (is_king ? oracle::Piece::WhiteKing : oracle::Piece::WhiteMan);
    }
    board.to_move = position.side == Side::Black ? oracle::Color::Black : oracle::Color::White;
    return board;
}

inline std::vector<Position> reachable_positions() {
    std::unordered_set<Position, PositionHash> seen{Position::start()};
    std::vector<Position> found{Position::start()};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const Move& move : legal_moves(found[i])) {
            const Position next = play(found[i], move);
            if (seen.insert(next).second) found.push_back(next);
        }
    return found;
}

// For the side to move.
inline Wdl true_value(const oracle::Endgames& endgames, const Position& position) {
    return static_cast<Wdl>(endgames.answer(board_of(position)).value);
}

}  // namespace deepwell::proof
