// Position: everything the rules look at except history; a small value that is copied freely.
//
// There is no undo: a move makes a new Position (play, movegen.h).  How often a position occurred
// is the business of Game.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "board/bitboard.h"

namespace deepwell {

struct Position {
    Bitboard black;
    Bitboard white;
    Bitboard kings;           // of both sides
    Side side = Side::Black;  // to move

    static constexpr Position start() {
        Position position;
        for (int r = 0; r < MenRows; ++r) position.black |= row(r);
        position.white = position.black.turned();
        return position;
    }

    constexpr Bitboard occupied() const { return black | white; }
    constexpr Bitboard empty() const { return ~occupied(); }
    constexpr Bitboard pieces(Side owner) const { return owner == Side::Black ? black : white; }
    constexpr Bitboard men(Side owner) const { return pieces(owner) - kings; }
    constexpr Bitboard kings_of(Side owner) const { return pieces(owner) & kings; }
    constexpr Bitboard own() const { return pieces(side); }
    constexpr Bitboard enemy() const { return pieces(other(side)); }

    bool operator==(const Position&) const = default;
};
static_assert(sizeof(Position) == 16);

// The same position with the board turned by 180 degrees and the colours exchanged, so that the
// other side is to move.  Its value, for the side to move, is the same.
constexpr Position turned(const Position& p) {
    return {p.white.turned(), p.black.turned(), p.kings.turned(), other(p.side)};
}

// Why this is no position of the game (two pieces on one square, a man on its king row, too many
// pieces), as a sentence for the user; nothing if it is one.  A side may be empty.
std::optional<std::string> fault_of(const Position& position);

// A 64-bit hash, the same on every machine.  Two positions may share it: compare the positions.
constexpr std::uint64_t hash_of(const Position& p) {
    const std::uint64_t pieces = p.black.bits() | std::uint64_t{p.white.bits()} << 32;
    const std::uint64_t rest =
        p.kings.bits() | (p.side == Side::White ? std::uint64_t{1} << 32 : 0);
    std::uint64_t h = (pieces ^ 0x243f6a8885a308d3U) * 0x9e3779b97f4a7c15U;  // pi, golden ratio
    h ^= h >> 32;
    h = (h ^ rest) * 0xd6e8feb86659fd93U;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93U;
    return h ^ h >> 32;
}

}  // namespace deepwell
