// A line with a FEN, or an empty one for the start, then any bytes as a move: no crash, what is
// read is legal, and every legal move is written so that it is read as itself.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "board/notation.h"

namespace {

using namespace deepwell;

void check_text(const Position& position, const Move& move, const std::string& text) {
    const auto again = parse_move(position, text);
    CHECK(again && *again == move);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t fen_end = std::min(input.find('\n'), size);
    const auto position =
        fen_end == 0 ? Result<Position>(Position::start()) : parse_fen(input.substr(0, fen_end));
    if (!position) return 0;
    const MoveList moves = legal_moves(*position);
    for (const Move& move : moves) {
        check_text(*position, move, to_text(*position, move));
        check_text(*position, move, to_long_text(*position, move));
        CHECK(!fault_of(play(*position, move)));
    }
    const auto move = parse_move(*position, input.substr(std::min(fen_end + 1, size)));
    CHECK(move ? moves.contains(*move) : !move.error().empty());
    return 0;
}
