// Reading PDN: liberal in what it accepts, exact about what it cannot.
//
// Understood: moves with - x : between squares, whatever kind they are, and leading zeros; missing
// move numbers; {} ; and % comments; $ NAGs; strength marks; nested variations; results as
// terminators; UTF-8 and Latin-1; CRLF; games without tags; games that end where the next tags
// begin; words glued to a move, which become its comment.  A FEN tag sets the initial position,
// whatever SetUp says.  Comments between games belong to the next game; after the last they are
// left out.
//
// Every game is replayed, and one bad game does not stop the others:
//   - at an illegal move its line ends: the game keeps the legal part, a variation likewise.
//   - at a syntax error (a comment or variation that is not closed, a word that means nothing) the
//     game ends, and reading goes on at the next tag that begins a line.
//   - a bad tag costs its line only; a bad FEN or a GameType other than 21 costs the moves.
// A game with any error is marked faulty.
//
// A short jump that can mean several moves is an error that lists them, unless the rest of its
// line can be replayed after one of them only: then that one is meant (pdn_replay.h).

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/pdn.h"
#include "board/pdn_tokens.h"

namespace deepwell {

// One game at a time, so that a huge file need not be held as trees.
//
//     PdnReader reader(std::move(text), "games.pdn");
//     while (auto game = reader.next()) ...
class PdnReader {
public:
    PdnReader(std::string text, std::string file_name);
    PdnReader(const PdnReader&) = delete;
    PdnReader& operator=(const PdnReader&) = delete;

    // The next game; nothing at the end of the text.
    std::optional<PdnGame> next();

    // The errors of the games read so far, in their order.
    const std::vector<PdnError>& errors() const { return errors_; }

private:
    std::string file_name_;
    std::string text_;  // UTF-8
    PdnTokens tokens_;  // of text_
    int games_read_ = 0;
    std::vector<PdnError> errors_;
};

struct PdnFile {
    std::vector<PdnGame> games;
    std::vector<PdnError> errors;
};

PdnFile read_pdn(std::string_view text, std::string file_name);

}  // namespace deepwell
