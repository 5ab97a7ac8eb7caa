// Value and distance of every position agree with the oracle, which knows nothing of src/.

#include <gtest/gtest.h>

#include "board/fen.h"
#include "egdb/memory.h"
#include "oracle/endgames.h"

namespace deepwell::egdb {

namespace {

Position position_of(const oracle::Board& board) {
    Position position;
    for (int number = 1; number <= SquareCount; ++number) {
        const oracle::Piece piece = board.on_square(number);
        if (piece == oracle::Piece::None) continue;
        const Bitboard square = Bitboard::of(Square::from_index(number - 1));
        const bool is_black = oracle::color_of(piece) == oracle::Color::Black;
        (is_black ? position.black : position.white) |= square;
        if (oracle::is_king(piece)) position.kings |= square;
    }
    position.side = board.to_move == oracle::Color::Black ? Side::Black : Side::White;
    return position;
}

// Pieces in all: 4 on 8x8, everything on boards where the oracle can hold it.
constexpr int Pieces = BoardSize <= 5 ? 2 * MenPerSide : 4;

void expect_agreement(const SolveOptions& options) {
    const Memory memory(Pieces, true, options);
    const oracle::Endgames endgames(
        BoardSize, Pieces, std::min(MenPerSide, BoardSize <= 5 ? MenPerSide : Pieces - 1));
    std::uint64_t checked = 0, wrong = 0;
    endgames.for_each([&](const oracle::Board& board, oracle::Endgames::Answer expected) {
        const Position position = position_of(board);
        const auto answer = memory.answer(position);
        ++checked;
        if (answer && static_cast<int>(answer->value) == expected.value &&
            answer->distance == expected.distance)
            return;
        if (++wrong <= 10)
            ADD_FAILURE() << to_fen(position) << ": expected " << expected.value << " in "
                          << expected.distance << ", got "
                          << (answer ? static_cast<int>(answer->value) : 99) << " in "
                          << (answer ? answer->distance : 99);
    });
    EXPECT_EQ(wrong, 0U);
    EXPECT_GT(checked, 10'000U);
}

}  // namespace

TEST(OracleAgreement, EveryValueAndDistance) {
    SolveOptions options;
    options.threads = 2;
    expect_agreement(options);
}

}  // namespace deepwell::egdb
