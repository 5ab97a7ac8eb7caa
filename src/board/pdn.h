// PDN games as data: tags, the initial position, a tree of moves with remarks, the result.
//
//     [Event "..."]                          tags, in their order
//     {An old line.}                         comment_before of 11-15
//     1. 11-15! $14 {The                     strength, nags
//     cross.} 23-18                          comment_after of 11-15
//     (23-19 8-11) {Usual is:} 2. 8-11       a variation of 23-18; comment_before of 8-11
//     (9-14) {And so on.} *                  closing_comment of the main line
//
// A comment is kept as its words with single spaces between them; neighbouring comments become
// one.  pdn_reader.h makes these values from text, pdn_writer.h makes text from them.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/game.h"

namespace deepwell {

// Variations may nest this deep: far more than annotators use, few enough for any stack.
inline constexpr int MaxVariationDepth = 64;

// The result as it was written; what it means is a question of reading (outcome_of).
enum class PdnResult { Open, OneZero, ZeroOne, Half, ZeroZero, TwoZero, ZeroTwo };

// By the PDN standard `1-0` says that White won.  Many old English files mean that the first
// player, Black, won.  A file does not tell: the user has to.
enum class ResultReading { Standard, FirstPlayer };

struct PdnTag {
    std::string name;
    std::string value;
    bool is_named(std::string_view wanted) const;  // whatever the case of the letters
    bool operator==(const PdnTag&) const = default;
};

struct PdnMove;

struct PdnLine {
    std::vector<PdnMove> moves;
    // After the variations of the last move, or in a line without moves.
    std::string closing_comment;
    bool operator==(const PdnLine& other) const;
};

struct PdnMove {
    Move move;
    std::string comment_before;
    std::string strength;   // ! ? !? ?! !! ?? or nothing
    std::vector<int> nags;  // 0 to 255
    std::string comment_after;
    std::vector<PdnLine> variations;  // each begins where this move was played, in its place
    bool operator==(const PdnMove&) const = default;
};

struct PdnGame {
    std::vector<PdnTag> tags;  // as they stood in the file
    Position initial = Position::start();
    PdnLine main;
    PdnResult result = PdnResult::Open;  // of the Result tag, else of the terminator

    // Where it stood, both counted from 1; 0: not from a file.
    int number = 0;
    int line = 0;
    // An error was reported for it: what is here is legal, but something is missing.
    bool faulty = false;
};

enum class PdnErrorKind { Tag, Syntax, IllegalMove, Result };

struct PdnError {
    PdnErrorKind kind = PdnErrorKind::Syntax;
    std::string file;
    int game = 0;      // in the file, from 1
    int line = 0;      // in the file, from 1
    int ply = 0;       // of the game, from 1; 0: outside the moves
    std::string text;  // the move or other text at fault; may be empty
    std::string reason;
};

// `tinsley.pdn: game 412, line 4188, ply 23: 14x9: the piece on 14 can only play 14-10`
std::string describe(const PdnError& error);

// The value of the first tag of this name.
std::optional<std::string_view> tag_value(const PdnGame& game, std::string_view name);

// `1-0`, `0-1`, `1/2-1/2`, `0-0`, `2-0`, `0-2`, `*`; nothing for any other text.
std::optional<PdnResult> parse_result(std::string_view text);
std::string_view to_text(PdnResult result);

// Nothing for `0-0`: both sides forfeited, so nobody won and it was no draw.
std::optional<Outcome> outcome_of(PdnResult result, ResultReading reading);

// What is written for an outcome, by the standard: `1-0` says that White won.
PdnResult result_of(Outcome outcome);

// The main line as it was played, and back: without tags and result.
Game main_game(const PdnGame& game);
PdnGame pdn_of(const Game& game);

// The words of a text with single spaces between them: the form in which comments are kept.
std::string single_spaced(std::string_view text);

}  // namespace deepwell
