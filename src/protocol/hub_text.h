// The text of the Hub protocol, version 2: lines, positions, moves and scores.
//
//     pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18 15x22x18"
//     |   |   |                                 |
//     |   |   side to move, then one character per square: w b W B e
//     |   name=value; a value with a space or '=' in it, or an empty one, is quoted
//     command
//
// A jump names its first and last square and then what it captures, in any order. docs/protocols.md
// says which readings were chosen where the protocol leaves a choice.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "board/game.h"
#include "board/move.h"
#include "board/position.h"
#include "search/search_score.h"

namespace deepwell::protocol {

// Longer lines are refused unread: a thousand moves fit into a fourth of this.
inline constexpr std::size_t MaxHubLine = std::size_t{64} * 1024;

struct HubArgument {
    std::string name;
    std::string value;
    bool is_flag = false;  // it stands without '='; the value is empty
    bool operator==(const HubArgument&) const = default;
};

struct HubLine {
    std::string command;
    std::vector<HubArgument> arguments;

    // The value of the argument; nothing if the line does not have it.
    std::optional<std::string_view> value(std::string_view name) const;
    std::string_view value_or_empty(std::string_view name) const {
        return value(name).value_or(std::string_view());
    }
    bool has(std::string_view name) const { return value(name).has_value(); }
    bool operator==(const HubLine&) const = default;
};

// The failure says what is wrong, without the line itself: "a quote is not closed".
Result<HubLine> parse_hub_line(std::string_view text);

// Without a line end.  Quotes and control characters inside a value become ' and ?.
std::string to_text(const HubLine& line);

Result<Position> parse_hub_position(std::string_view text);
std::string to_hub(const Position& position);

std::string to_hub(const Move& move);
// Moves with spaces between them.
std::string to_hub(std::span<const Move> moves);

// Reads a legal move.  What a jump captures may be left out where from and to say it all.
Result<Move> parse_hub_move(const Position& position, std::string_view text);

// The game that begins at the position and goes on with these moves.
Result<Game> parse_hub_game(const Position& initial, std::string_view moves);

}  // namespace deepwell::protocol
