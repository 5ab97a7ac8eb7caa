// The messages of DXP (DamExchange), the protocol by which two draughts programs play over a
// socket.  Each is 1 to 127 ASCII characters, ended by NUL on the wire; numbers are decimal with
// leading zeros, W is White and Z ("zwart") Black.
//
//     R01 name(32) colour minutes(3) moves(3) A             a game from the start position
//     R01 name(32) colour minutes(3) moves(3) B side squares    a game from w z W Z e per square
//     A name(32) code                                       the answer to it
//     M seconds(4) from(2) to(2) n(2) captured(2 each)      a move
//     E reason stop                                         the game is over; confirmed with E
//     C text                                                words
//     B number(3) side                                      take back, to this move of this side
//     K code                                                the answer to it
//
// docs/protocols.md has it byte by byte.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "board/move.h"
#include "board/position.h"

namespace deepwell::protocol {

inline constexpr std::size_t MaxDxpMessage = 127;
inline constexpr std::size_t DxpNameLength = 32;
inline constexpr int DxpVersion = 1;
inline constexpr int MaxDxpMinutes = 999;
inline constexpr int MaxDxpMoves = 999;

struct DxpRequest {
    int version = DxpVersion;
    std::string name;  // of the program that asks
    Side follower = Side::White;
    int minutes = 0;  // for each side and the whole game; 0: no clock
    int moves = 0;    // of each side; 0: as many as it takes
    // Nothing: the start position.  Need not be a position of the game: fault_of() tells.
    std::optional<Position> position;
    bool operator==(const DxpRequest&) const = default;
};

enum class DxpAcceptance { Accepted, WrongVersion, NotThisGame, NoGame };
struct DxpAccept {
    std::string name;  // of the program that answers
    DxpAcceptance code = DxpAcceptance::Accepted;
    bool operator==(const DxpAccept&) const = default;
};

struct DxpMove {
    int seconds = 0;
    Move move;
    bool operator==(const DxpMove&) const = default;
};

// As the one who sends it sees it.
enum class DxpReason { Unknown, Loss, Draw, Win };
struct DxpEnd {
    DxpReason reason = DxpReason::Unknown;
    bool stop = false;  // no other game is wanted
    bool operator==(const DxpEnd&) const = default;
};

struct DxpChat {
    std::string text;  // printable
    bool operator==(const DxpChat&) const = default;
};

struct DxpBackRequest {
    int move_number = 1;  // as in a game score, from 1
    Side side = Side::Black;
    bool operator==(const DxpBackRequest&) const = default;
};

enum class DxpBackCode { Accepted, Refused, Continue };
struct DxpBackAnswer {
    DxpBackCode code = DxpBackCode::Refused;
    bool operator==(const DxpBackAnswer&) const = default;
};

using DxpMessage =
    std::variant<DxpRequest, DxpAccept, DxpMove, DxpEnd, DxpChat, DxpBackRequest, DxpBackAnswer>;

// Without the NUL.  Numbers that are too large, names and texts that are too long are cut; what is
// not printable ASCII becomes '?'.
std::string encode(const DxpMessage& message);

// The failure is one sentence: "the message is too short".
Result<DxpMessage> decode(std::string_view text);

}  // namespace deepwell::protocol
