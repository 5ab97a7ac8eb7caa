// Heuristic: the names of what the evaluation looks at, and the phases of the game.
//
// The list is that of the appendix of "Reviving the Game of Checkers" (Schaeffer and others, 1991);
// docs/evaluation.md says what each means here.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "board/position.h"

namespace deepwell {

enum class Heuristic {
    PieceCount,
    KingCount,
    Pin,
    Balance,
    SingleCornerAngle,
    DoubleCornerAngle,
    BackRow,
    Centrality,
    Advancement,
    Shadow,
    KingCentralize,
    Corners,
    SafeMoves,
    BlockedMen,
    KingMobility,
    Runaway,
    FreeKing,
    TrappedKing,
    Exchange,
    NumbKings,
    SideToMove,
    TheMove,
};
inline constexpr std::size_t HeuristicCount = 22;
inline constexpr auto Heuristics = [] {
    std::array<Heuristic, HeuristicCount> all{};
    for (std::size_t i = 0; i < HeuristicCount; ++i) all[i] = static_cast<Heuristic>(i);
    return all;
}();

// One number per heuristic: the values of one side, or the weights of one phase.
struct HeuristicNumbers {
    std::array<int, HeuristicCount> numbers{};

    constexpr int& operator[](Heuristic h) { return numbers[static_cast<std::size_t>(h)]; }
    constexpr int operator[](Heuristic h) const { return numbers[static_cast<std::size_t>(h)]; }
    bool operator==(const HeuristicNumbers&) const = default;
};

// The values of both sides.
struct HeuristicValues {
    HeuristicNumbers black;
    HeuristicNumbers white;

    constexpr const HeuristicNumbers& of(Side side) const {
        return side == Side::Black ? black : white;
    }
    bool operator==(const HeuristicValues&) const = default;
};

// As in files of weights: "back_row".
std::string_view name_of(Heuristic heuristic);
// As a player says it: "men on the back row, 2 more for the bridge".
std::string_view words_for(Heuristic heuristic);
std::optional<Heuristic> heuristic_named(std::string_view name);

// The phases by pieces on the board: 20-24, 14-19, 10-13 and fewer on 8x8, in proportion to the
// pieces of the start position on the other boards.
inline constexpr std::size_t PhaseCount = 4;
inline constexpr auto PhaseOfPieces = [] {
    std::array<std::size_t, SquareCount + 1> phases{};
    for (std::size_t pieces = 0; pieces < phases.size(); ++pieces) {
        const std::size_t of_24 = pieces * 12 / MenPerSide;
        phases[pieces] = of_24 >= 20 ? 0 : of_24 >= 14 ? 1 : of_24 >= 10 ? 2 : 3;
    }
    return phases;
}();

// From 0, the opening, to PhaseCount - 1.  REQUIRES: 0 <= pieces <= SquareCount.
constexpr std::size_t phase_of(int pieces) {
    return PhaseOfPieces[static_cast<std::size_t>(pieces)];
}

}  // namespace deepwell
