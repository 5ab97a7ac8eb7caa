// Games against the engine come from files of games and go back into them; nothing else that is
// in such a file is lost.

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "board/pdn.h"

namespace deepwell::cli {

struct GameOfFile {
    PdnGame game;
    std::string remark;  // a sentence on what was left out, or nothing
};

// The game number `number` of a PDN file.  One with faults is refused, unless they are in its
// variations: then these are left out.
Result<GameOfFile> game_of_file(const std::string& file, int number);

// One game and where it was saved.
class SavedGame {
public:
    enum class Manner { Alone, Added, Replaced };

    // Writes the game, a text in PDN, behind the games of the file; or in place of what this object
    // has written there before, as long as that still stands where it was.  Pipes and devices are
    // only written to.  A failure, for a file of something else, says what is wrong.  Throws Error
    // if the file cannot be read or written; then it is as it was.
    Result<Manner> save(const std::filesystem::path& file, const std::string& game);

private:
    struct Place {
        std::size_t begin = 0;  // in bytes
        std::string text;
        bool stands_in(std::string_view games) const;
    };
    std::map<std::filesystem::path, Place> places_;
};

}  // namespace deepwell::cli
