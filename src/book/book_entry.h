// What a book of games knows of a position (docs/book.md).

#pragma once

#include <cstdint>
#include <vector>

#include "board/move.h"
#include "board/position.h"

namespace deepwell::book {

// Games, seen by the side to move.
struct Tally {
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;
    std::uint32_t open = 0;  // without a result

    std::uint32_t decided() const { return wins + draws + losses; }
    std::uint32_t games() const { return decided() + open; }
    Tally& operator+=(const Tally& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        open += other.open;
        return *this;
    }
    bool operator==(const Tally&) const = default;
};

struct PlayedMove {
    Move move;
    Tally tally;
    bool operator==(const PlayedMove&) const = default;
};

// Of a won and of a drawn game; a lost one is -Won.
inline constexpr int Won = 100;

struct Entry {
    Position position;              // Black to move
    std::vector<PlayedMove> moves;  // in the order of their squares
    Tally ended;                    // games that ended here
    int value = 0;                  // backed up, from -Won to Won
    bool is_known = false;          // the value is from a database
    bool operator==(const Entry&) const = default;
};

// A position and its turned twin are one entry.
constexpr Position as_kept(const Position& position) {
    return position.side == Side::Black ? position : turned(position);
}

// The order of the entries.
constexpr bool is_before(const Position& a, const Position& b) {
    if (a.black != b.black) return a.black.bits() < b.black.bits();
    if (a.white != b.white) return a.white.bits() < b.white.bits();
    return a.kings.bits() < b.kings.bits();
}

}  // namespace deepwell::book
