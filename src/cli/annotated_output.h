// AnnotatedOutput: the file in which a command leaves the games it went through.
//
// Whether it can be written is known before the work begins.  What is there stays as it is until
// finish() replaces it in one step, so that Ctrl-C, a crash or a full disk never cost a game.

#pragma once

#include <string>
#include <string_view>

#include "cli/game_range.h"

namespace deepwell::cli {

class AnnotatedOutput {
public:
    // An empty name: nothing is written.  Throws BadInput if the file is the one that the games
    // come from or if there is none to append to, Error if it cannot be written.
    AnnotatedOutput(std::string file, bool append, const std::string& source);

    bool is_wanted() const { return !file_.empty(); }
    void add(std::string_view game);
    // Writes what was added; after an interrupt only if something was.
    void finish(bool is_interrupted) const;

    // What Ctrl-C left, and the command that does the rest: `command` is its beginning, without
    // the games and the output.  REQUIRES: finish() was called.
    std::string interrupted_text(const std::string& command, const GameRange& rest) const;

private:
    bool is_empty() const { return games_.empty(); }

    std::string file_;
    bool append_;
    std::string games_;
};

}  // namespace deepwell::cli
