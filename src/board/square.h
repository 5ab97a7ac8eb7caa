// Square and Side: where a piece stands and whose it is.
//
// Numbers 1 to SquareCount appear only where text enters or leaves; inside, a Square is an index.

#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>

#include "board/geometry.h"

namespace deepwell {

enum class Side : std::uint8_t { Black, White };
inline constexpr std::array<Side, 2> Sides{Side::Black, Side::White};

constexpr Side other(Side side) {
    return side == Side::Black ? Side::White : Side::Black;
}

constexpr const char* name(Side side) {
    return side == Side::Black ? "Black" : "White";
}

class Square {
public:
    constexpr Square() = default;

    // REQUIRES: 0 <= index < SquareCount.
    static constexpr Square from_index(int index) {
        assert(index >= 0 && index < SquareCount);
        Square square;
        square.index_ = static_cast<std::uint8_t>(index);
        return square;
    }

    // The square that players call `number`; nothing if the board has no such square.
    static constexpr std::optional<Square> from_number(int number) {
        if (number < 1 || number > SquareCount) return std::nullopt;
        return from_index(number - 1);
    }

    constexpr int index() const { return index_; }
    constexpr int number() const { return index_ + 1; }
    constexpr int row() const { return row_of_index(index_); }
    constexpr int column() const { return column_of_index(index_); }

    // The square seen from the other side of the board.
    constexpr Square turned() const { return from_index(SquareCount - 1 - index_); }

    auto operator<=>(const Square&) const = default;  // NOLINT(modernize-use-nullptr)

private:
    std::uint8_t index_ = 0;
};

// One step away, or nothing at the edge of the board.
constexpr std::optional<Square> neighbour(Square square, Direction d) {
    const int row = square.row() + row_step(d);
    const int column = square.column() + column_step(d);
    if (row < 0 || row >= BoardSize || column < 0 || column >= BoardSize) return std::nullopt;
    return Square::from_index(index_at(row, column));
}

}  // namespace deepwell
