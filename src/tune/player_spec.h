// PlayerSpec: a player of a match as a user describes it in one line.
//
//     deepwell hash=32 without=lmr,probcut nodes=20000 egdb=off book=own
//     time=0.05 name=Rival hub:./rival --quiet
//
// Words `key=value`, and `deepwell` for our own search, or `hub:` with the rest of the line for the
// command that starts an engine which speaks Hub.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/search_params.h"
#include "tune/budget.h"

namespace deepwell::tune {

struct PlayerSpec {
    std::string name;         // name=..., else the description
    std::string hub_command;  // empty: our own search
    // Replaces that of the match if not empty: odds.
    Budget budget;

    // Of our own search.
    int hash_mebibytes = 0;  // 0: as own_players() sees fit
    int threads = 1;
    std::string weights_file;  // empty: the built-in ones
    std::string book_file;     // of moves; "own": the built-in one; empty: none
    bool uses_databases = true;
    search::SearchParams params;

    // Of a Hub engine: param=NAME:VALUE, and how it turns the board.
    std::vector<std::pair<std::string, std::string>> hub_params;
    std::string hub_frame = "standard";

    bool is_own() const { return hub_command.empty(); }
};

// The failure names the word at fault.
Result<PlayerSpec> parse_player(std::string_view text);

}  // namespace deepwell::tune
