// MatchFile: the games of a match in one PDN file, which also says how far the match has come.
//
// Every game carries the settings of its match (tag Match) and its place in it (tag Round, "12.2":
// the second game of pair 12).  A game is appended in one write and synced; a process that dies in
// the middle of that leaves a torn end, which is cut off when the match goes on.
//
// Results are written as the PDN standard has them: 1-0 says that White won.

#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"
#include "tune/match.h"

namespace deepwell::tune {

// What is written about the match as a whole.
struct MatchTitle {
    std::string first;  // names
    std::string second;
    std::string settings;  // all that decides how the games go, in one line
};

struct FinishedGame {
    Points points = Points::Draw;  // of the first player
    bool is_forfeit = false;
};

// The game as it is written, with scores and depths in comments: {+0.35/17 1.2s}.
std::string to_pdn(const MatchGame& game, const MatchTitle& title);

class MatchFile {
public:
    // Opens the file, or makes it.  The failure: it holds other games than those of this match, or
    // another process writes to it.  Throws Error if it cannot be read or written.
    static Result<MatchFile> open(const std::filesystem::path& path, const MatchTitle& title);

    MatchFile(MatchFile&& other) noexcept;
    MatchFile& operator=(MatchFile&&) = delete;
    ~MatchFile();

    // The games that were there when it was opened, by number.
    const std::map<std::uint64_t, FinishedGame>& finished() const { return finished_; }

    // Durable when it returns.  Throws Error.
    void append(const MatchGame& game);

private:
    MatchFile(std::filesystem::path path, MatchTitle title, int descriptor);
    Result<std::size_t> read_games(const std::string& text);

    std::filesystem::path path_;
    MatchTitle title_;
    int descriptor_;
    std::map<std::uint64_t, FinishedGame> finished_;
};

}  // namespace deepwell::tune
