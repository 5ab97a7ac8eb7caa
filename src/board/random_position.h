// random_position: pieces on random squares.

#pragma once

#include "base/random.h"
#include "board/position.h"

namespace deepwell {

// So many pieces, hardly more on one side than on the other; one in `kings` is a king, and so is
// every piece on its king row.  Either side may be to move.
inline Position random_position(Random& random, int pieces, std::uint32_t kings) {
    Position position;
    position.side = random.one_in(2) ? Side::White : Side::Black;
    const int fewer = pieces / 2;
    const bool black_has_more = random.one_in(2);
    for (int i = 0; i < pieces; ++i) {
        const Side owner = (i < fewer) != black_has_more ? Side::Black : Side::White;
        Square square = Square::from_index(static_cast<int>(random.below(SquareCount)));
        while (position.occupied().contains(square))
            square = Square::from_index(static_cast<int>(random.below(SquareCount)));
        const Bitboard here = Bitboard::of(square);
        (owner == Side::Black ? position.black : position.white) |= here;
        if (king_row(owner).contains(square) || random.one_in(kings)) position.kings |= here;
    }
    return position;
}

}  // namespace deepwell
