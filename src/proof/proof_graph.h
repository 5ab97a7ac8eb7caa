// What the graphs of extracted positions have in common.

#pragma once

#include <cstdint>
#include <vector>

#include "board/movegen.h"

namespace deepwell::proof {

// A position in which the side that has to choose is to move, and its choice.
struct ProofRecord {
    Position position;
    Position choice;         // the position after the move
    std::uint32_t rank = 0;  // of a win; 0 in a disproof
};

struct PositionHash {
    std::size_t operator()(const Position& position) const { return hash_of(position); }
};

// Where the pieces of a side stand.
inline std::uint64_t stand_of(const Position& position, Side side) {
    return position.pieces(side).bits() | std::uint64_t{position.kings_of(side).bits()} << 32;
}

// A position of a graph.
using Index = std::uint32_t;
inline constexpr Index None = ~Index{0};

// A graph takes no more memory than the table of the search: about so much a position.
inline constexpr std::size_t BytesPerNode = 200;

inline std::vector<Position> children_of(const Position& position) {
    std::vector<Position> children;
    for (const Move& move : legal_moves(position)) children.push_back(play(position, move));
    return children;
}

}  // namespace deepwell::proof
