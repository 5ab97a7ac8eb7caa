// What PDN tells of a game against the engine: who played, how it ended, and, of a game that came
// from a file, what that file told and is still true.

#pragma once

#include <optional>
#include <string>

#include "board/game.h"
#include "board/pdn.h"

namespace deepwell::cli {

struct GameEnding {
    Outcome outcome = Outcome::Open;
    std::string reason;         // a fragment of a sentence
    Side person = Side::Black;  // of the person when it ended
};

// Whether nothing was played and nothing taken back since.
bool is_as_loaded(const Game& game, const PdnGame& loaded);

// Whether the ending belongs to the loaded game, not to what became of it.
bool was_over_when_loaded(const Game& game, const PdnGame& loaded);

// `person` is the side of the person, for a game that has not ended; `loaded` is what the game
// goes on from, if anything.  The record has tags.
PdnGame record_of(const Game& game,
                  Side person,
                  const std::optional<GameEnding>& ending,
                  const std::optional<PdnGame>& loaded);

}  // namespace deepwell::cli
