// SimpleEvaluator: material, advancement, centre, back rank and room to move; no more than a
// measure for the search until something better takes its place.

#pragma once

#include "board/padded.h"
#include "eval/evaluator.h"

namespace deepwell {

class SimpleEvaluator final : public Evaluator {
public:
    Score evaluate(const Position& p) const override {
        const Score black = worth<Side::Black>(p);
        const Score white = worth<Side::White>(p);
        // Who is ahead gains by exchanges.
        const int pieces = p.occupied().count() + 1;
        const Score trade = (p.black.count() - p.white.count()) * 160 / pieces;
        const Score score = black - white + trade;
        return (p.side == Side::Black ? score : -score) + 3;
    }

private:
    static constexpr Score KingScore = 130;

    template <Side S>
    static Score worth(const Position& p) {
        const Bitboard men = p.men(S);
        const Bitboard kings = p.kings_of(S);
        Score sum = ManScore * men.count() + KingScore * kings.count();
        for (int r = 1; r < BoardSize; ++r) sum += (men & rank<S>(r)).count() * r;
        sum += 3 * (men & Centre).count() + 6 * (kings & Centre).count();
        if (!p.kings_of(other(S)).is_empty()) return sum + room<S>(p);
        return sum + 5 * (men & rank<S>(0)).count() + room<S>(p);
    }

    // How many squares the men and kings can step to.
    template <Side S>
    static Score room(const Position& p) {
        const Padded empty = pad<Portable>(p.empty());
        const Padded own = pad<Portable>(p.pieces(S));
        const Padded ahead =
            S == Side::Black ? shift<Direction::SouthWest>(own) | shift<Direction::SouthEast>(own)
                             : shift<Direction::NorthWest>(own) | shift<Direction::NorthEast>(own);
        return 2 * static_cast<Score>((ahead & empty).count());
    }

    // Counted from the side's own edge.
    template <Side S>
    static constexpr Bitboard rank(int r) {
        return row(S == Side::Black ? r : BoardSize - 1 - r);
    }

    static constexpr Bitboard Centre = [] {
        Bitboard squares;
        for (int i = 0; i < SquareCount; ++i) {
            const Square square = Square::from_index(i);
            const bool inside = square.row() > 1 && square.row() < BoardSize - 2 &&
                                square.column() > 1 && square.column() < BoardSize - 2;
            if (inside) squares |= Bitboard::of(square);
        }
        return squares;
    }();
};

}  // namespace deepwell
