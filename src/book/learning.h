// Learning by heart: own games are added to the book of games.

#pragma once

#include <filesystem>
#include <vector>

#include "board/game.h"
#include "egdb/database.h"

namespace deepwell::book {

struct FinishedGame {
    Game game;
    Outcome outcome = Outcome::Open;
};

// Adds the games to the book at `path`, which is made if there is none, and backs its values up
// anew.  Throws Error if the book is damaged or cannot be written; then it is as it was.
void learn(const std::filesystem::path& path,
           const std::vector<FinishedGame>& games,
           const egdb::Database* database);

}  // namespace deepwell::book
