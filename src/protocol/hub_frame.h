// Frames: how a Hub client turns the board.
//
//     standard      Black stands on 1 to 12 and moves first: Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww
//     pydraughts    the same position with the board turned by 180 degrees and the colours
//                   exchanged, Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww; moves are in standard numbers
//                   all the same, for the client and for the answers it expects (pydraughts 0.6.7)
//     automatic     found out from what the client sends, as FrameFinder says
//
// Only positions have a frame; moves and scores never do.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "board/game.h"

namespace deepwell::protocol {

enum class Frame { Standard, Pydraughts };

// "standard", "pydraughts"; nothing for any other text.
std::optional<Frame> parse_frame(std::string_view text);

// A position as the client writes it, in our frame, and back: turning twice changes nothing.
Position in_frame(const Position& position, Frame frame);

// Reads the games that one client sends, each a position as written and the moves since.
//
// With a fixed frame that is simple.  Without one the frame of each game is, in this order:
//   1. if the moves are legal in one frame only, that one;
//   2. the start position without moves: standard with B to move, pydraughts with W;
//   3. the frame that the rules above found last; before that, standard.
// A set-up position without moves therefore says nothing: a client that turns such positions and
// never begins at the start position must fix the frame.
class FrameFinder {
public:
    explicit FrameFinder(std::optional<Frame> fixed = std::nullopt) : fixed_(fixed) {}

    // The failure tells why the moves do not fit (in the frame of rule 3 if they fit in neither).
    Result<Game> read(const Position& written, std::string_view moves);

private:
    std::optional<Frame> fixed_;
    Frame last_ = Frame::Standard;
};

}  // namespace deepwell::protocol
