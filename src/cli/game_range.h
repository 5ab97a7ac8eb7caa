// Which games of a file a command is to look at: its option --game.

#pragma once

#include <string>

#include "board/pdn_reader.h"
#include "cli/command.h"
#include "cli/command_line.h"

namespace deepwell::cli {

struct GameRange {
    int first = 1;
    int last = 0;
};

// "7", "3-9", "3-"; empty: all of them.  Throws BadInput if it is nothing of the kind.
GameRange range_from(const std::string& text, int count);

// Throws BadInput if it cannot be read or holds no games.
PdnFile read_games(const std::string& file);
// The same, with comments where games could not be followed.
PdnFile read_noted_games(const std::string& file);

// Is this argument a file of games, and not a position?
bool is_games(const std::string& what);

// How many plies the games have.
double plies_of(const PdnFile& pdn, const GameRange& range);

// Adds the errors in this game, if there are any, as "error".
void add_error(Json& json, const PdnFile& pdn, int game);
// Tells of the errors in these games; BadInput if there are any.
ExitCode show_errors(const PdnFile& pdn, const GameRange& range);

}  // namespace deepwell::cli
