// Random positions for property tests, of several kinds, for every board size.
//
// Each kind is a function of a Random, so that a failure is repeated from its seed.

#pragma once

#include <cstdint>
#include <gtest/gtest.h>

#include "base/random.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/position.h"

namespace deepwell {

inline Square random_square(Random& random) {
    return Square::from_index(static_cast<int>(random.below(SquareCount)));
}

// Puts up to `count` pieces of `side` on empty squares, each a king with `kings_in_4` chances of 4.
// A man that would stand on its king row is left out.
inline void scatter(
    Position& position, Side side, std::uint32_t count, std::uint32_t kings_in_4, Random& random) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const Bitboard piece = Bitboard::of(random_square(random));
        const bool is_king = random.below(4) < kings_in_4;
        if (!(piece & position.occupied()).is_empty()) continue;
        if (!is_king && !(piece & king_row(side)).is_empty()) continue;
        (side == Side::Black ? position.black : position.white) |= piece;
        if (is_king) position.kings |= piece;
    }
}

inline Side random_side(Random& random) {
    return random.one_in(2) ? Side::Black : Side::White;
}

// Any material, any mixture of men and kings.
inline Position random_placement(Random& random) {
    Position position;
    position.side = random_side(random);
    for (const Side side : Sides)
        scatter(position, side, random.below(MenPerSide + 1), random.below(5), random);
    return position;
}

// Only kings, or nearly so.
inline Position king_heavy_placement(Random& random) {
    Position position;
    position.side = random_side(random);
    for (const Side side : Sides)
        scatter(position, side, 1 + random.below(MenPerSide), 3 + random.below(2), random);
    return position;
}

// Many enemies on every other row, where one piece can take a chain of them or go in a circle, and
// few own pieces.
inline Position long_jump_placement(Random& random) {
    Position position;
    position.side = random_side(random);
    scatter(position, position.side, 1 + random.below(2), 3, random);
    const Side enemy = other(position.side);
    const int parity = static_cast<int>(random.below(2));
    Position crowd;
    scatter(crowd, enemy, 3 * MenPerSide, random.below(5), random);
    Bitboard chosen;
    for (const Square square : crowd.occupied() - position.occupied())
        if (square.row() % 2 == parity && chosen.count() < MenPerSide)
            chosen |= Bitboard::of(square);
    (enemy == Side::Black ? position.black : position.white) = chosen;
    position.kings |= crowd.kings & chosen;
    return position;
}

// The positions of random games, one after the other: a new game starts when one has ended or is
// very long.
class RandomPlay {
public:
    Position next(Random& random) {
        const MoveList moves = legal_moves(position_);
        if (moves.empty() || ++plies_ > MaxPlies) {
            position_ = Position::start();
            plies_ = 0;
        } else {
            position_ =
                play(position_, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        return position_;
    }

private:
    static constexpr int MaxPlies = 150;

    Position position_ = Position::start();
    int plies_ = 0;
};

// Draws `count` positions and asks `property`, which returns a testing::AssertionResult, of each.
template <class Draw, class Property>
void for_random_positions(std::uint64_t seed, int count, Draw&& draw, Property&& property) {
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const Position position = draw(random);
        ASSERT_TRUE(property(position))
            << "seed " << seed << ", draw " << i << ", position " << to_fen(position);
    }
}

}  // namespace deepwell
