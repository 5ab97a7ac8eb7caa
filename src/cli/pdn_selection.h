// Which games of a PDN file are wanted, and what they have in common: by player, result, opening.

#pragma once

#include <optional>
#include <string>

#include "board/openings.h"
#include "board/pdn.h"

namespace deepwell::cli {

struct PdnSelection {
    std::string player;               // part of either player's name, whatever the case
    std::optional<Outcome> outcome;   // BlackWins, WhiteWins, Draw, or Open for unknown
    std::optional<Position> opening;  // a position that the game reaches in its main line
    std::optional<int> least_plies;
    ResultReading reading = ResultReading::Standard;

    bool accepts(const PdnGame& game) const;
};

// The position after an opening: an ACF number ("126") or moves ("11-15 23-19").
Result<Position> opening_position(const std::string& text);

// The balloted opening that the game went through, or nullptr.
const ThreeMoveOpening* opening_of(const PdnGame& game);

// "black", "white", "draw" or "open"; "forfeit" for 0-0.
std::string outcome_name(const PdnGame& game, ResultReading reading);

}  // namespace deepwell::cli
