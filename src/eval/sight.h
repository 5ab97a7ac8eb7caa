// Sight: a position as one side sees it, in the sets that the heuristics share.
//
// Ranks and files are counted from the side's own seat: rank 0 is its back row, and what is at
// file 0 for Black is at the last file for White, so that one description of a square set serves
// both sides (on 8x8, rank 0 and file 1 is square 1 for Black, 32 for White).
//
// Everything here is a template on the instruction set (base/cpu.h): popcounts are most of the
// work.

#pragma once

#include <type_traits>

#include "board/movegen_kernel.h"

namespace deepwell {

// The squares whose rank and file, seen by S, satisfy the predicate.
template <Side S, class Predicate>
constexpr Padded squares_where(Predicate predicate) {
    Padded squares;
    for (int i = 0; i < SquareCount; ++i) {
        const Square square = Square::from_index(S == Side::Black ? i : SquareCount - 1 - i);
        if (predicate(square.row(), square.column())) squares |= Padded::of(Square::from_index(i));
    }
    return squares;
}

template <Side S>
inline constexpr Padded BackRow = squares_where<S>([](int rank, int) { return rank == 0; });

// The 8 middle squares of 8x8, 10 11 14 15 18 19 22 23: two fields away from every edge.
inline constexpr Padded Centre = squares_where<Side::Black>([](int row, int column) {
    return row >= 2 && row < BoardSize - 2 && column >= 2 && column < BoardSize - 2;
});
// The two middle rows of it: 14 15 18 19.
inline constexpr Padded Heart = squares_where<Side::Black>([](int row, int column) {
    const int up = (BoardSize - 1) / 2;
    return row >= up && row < BoardSize - up && column >= 2 && column < BoardSize - 2;
});

template <class Isa>
[[gnu::always_inline]] inline int count(Padded set) {
    return static_cast<int>(set.count());
}

template <class Isa, Side S>
struct Sight {
    static constexpr Direction Left = Forward<S>::Left;
    static constexpr Direction Right = Forward<S>::Right;
    static constexpr Direction BackLeft = Backward<S>::Left;
    static constexpr Direction BackRight = Backward<S>::Right;

    Padded own;
    Padded men;
    Padded kings;
    Padded enemies;
    Padded enemy_men;
    Padded enemy_kings;
    Padded empty;
    Padded exposed;  // a piece that comes here from elsewhere can be jumped, or there is no square
    int pieces;
    int enemy_pieces;
    bool to_move;

    [[gnu::always_inline]] Sight(const PaddedPosition& p, bool moves)
        : own(S == Side::Black ? p.black : p.white),
          men(own - p.kings),
          kings(own & p.kings),
          enemies(S == Side::Black ? p.white : p.black),
          enemy_men(enemies - p.kings),
          enemy_kings(enemies & p.kings),
          empty(PaddedBoard - (own | enemies)),
          exposed(jumped_over<BackLeft>(enemies) | jumped_over<BackRight>(enemies)),
          pieces(count<Isa>(own)),
          enemy_pieces(count<Isa>(enemies)),
          to_move(moves) {
        if (!enemy_kings.is_empty())
            exposed |= jumped_over<Left>(enemy_kings) | jumped_over<Right>(enemy_kings);
    }

    // Empty squares to which a step in direction D is safe from jumps at once.  The square that the
    // step leaves is empty afterwards: an enemy straight ahead can jump back over the piece.
    template <Direction D>
    [[gnu::always_inline]] Padded safe_to() const {
        const bool forward = D == Left || D == Right;
        return empty - exposed - shift<opposite(D)>(forward ? enemies : enemy_kings);
    }

    // Those of `movers` that have a safe step in direction D.
    template <Direction D>
    [[gnu::always_inline]] Padded safe_movers(Padded movers) const {
        return movers & shift<opposite(D)>(safe_to<D>());
    }

private:
    // Where a piece of ours would be jumped in direction D by one of `jumping`.
    template <Direction D>
    [[gnu::always_inline]] Padded jumped_over(Padded jumping) const {
        return shift<D>(jumping) & shift<opposite(D)>(empty);
    }
};

}  // namespace deepwell
