#include "board/movegen.h"

#include <array>
#include <bit>

#include "board/movegen_kernel.h"

namespace deepwell {

namespace {

PaddedPosition padded(const Position& p) {
    return {pad<Portable>(p.black), pad<Portable>(p.white), pad<Portable>(p.kings)};
}

// Steps away from one end of the board leave from all rows but the last, at most 31 padded bits
// (28 squares, 3 ghosts), so both directions fit into one word: left steps in the lower half, right
// steps in the upper.  One loop over the word costs one mispredicted branch, two loops cost two.
template <Side S>
struct StepWord {
    static constexpr int FirstBit = S == Side::Black ? 0 : Padded::Stride;
    static constexpr Direction Left = Forward<S>::Left;
    static constexpr Direction Right = Forward<S>::Right;

    static std::uint64_t of(Padded movers, Padded empty) {
        const Padded left = movers & shift<opposite(Left)>(empty);
        const Padded right = movers & shift<opposite(Right)>(empty);
        return left.bits() >> FirstBit | right.bits() >> FirstBit << 32;
    }

    // The move that each bit of the word stands for.
    static constexpr auto Moves = [] {
        std::array<Move, 64> moves{};
        for (int i = 0; i < SquareCount; ++i) {
            const Square from = Square::from_index(i);
            const auto bit = static_cast<std::size_t>(Padded::bit_of_index(i) - FirstBit);
            if (const auto to = neighbour(from, Left)) moves[bit] = {from, *to, {}};
            if (const auto to = neighbour(from, Right)) moves[bit + 32] = {from, *to, {}};
        }
        return moves;
    }();
};

template <Side Ahead>
Move* append_steps(Padded movers, Padded empty, Move* next) {
    for (std::uint64_t word = StepWord<Ahead>::of(movers, empty); word != 0; word &= word - 1)
        *next++ = StepWord<Ahead>::Moves[static_cast<std::size_t>(std::countr_zero(word))];
    return next;
}

template <Side S>
Move* append_jumps(Padded jumping, const View& view, Move* next) {
    auto append = [&](auto, Padded from, Padded to, Padded captured) {
        *next++ = {from.square(), to.square(), unpad<Portable>(captured)};
    };
    visit_jumps<S, JumpPaths::Unique>(jumping, view, append);
    return next;
}

template <Side S>
MoveList moves_of(const Position& position) {
    MoveList list;
    Move* next = list.begin();
    const View view = view_of<S>(padded(position));
    if (const Padded jumping = all_jumpers<S>(view); !jumping.is_empty()) {
        next = append_jumps<S>(jumping, view, next);
    } else {
        next = append_steps<S>(view.own, view.empty, next);
        if (!view.kings.is_empty()) next = append_steps<other(S)>(view.kings, view.empty, next);
    }
    list.set_end(next);
    return list;
}

// Follows a jump square by square: the ways to take just what the move takes.  They all end where
// it does, for each captured piece is jumped along one diagonal.
class PathFinder {
public:
    PathFinder(const Position& position, const Move& move)
        : move_(move),
          empty_(position.empty() | Bitboard::of(move.from)),
          is_king_(position.kings.contains(move.from)),
          side_(position.side) {}

    std::vector<std::vector<Square>> run() {
        extend(move_.from, move_.captured);
        return std::move(found_);
    }

private:
    bool may_go(Direction d) const {
        return is_king_ || (row_step(d) > 0) == (side_ == Side::Black);
    }

    void extend(Square at, Bitboard still_to_take) {
        if (still_to_take.is_empty()) found_.push_back(path_);
        for (const Direction d : {Direction::SouthWest,
                                  Direction::SouthEast,
                                  Direction::NorthWest,
                                  Direction::NorthEast}) {
            if (!may_go(d)) continue;
            const auto over = neighbour(at, d);
            if (!over || !still_to_take.contains(*over)) continue;
            const auto to = neighbour(*over, d);
            if (!to || !empty_.contains(*to)) continue;
            path_.push_back(*to);
            extend(*to, still_to_take - Bitboard::of(*over));
            path_.pop_back();
        }
    }

    Move move_;
    Bitboard empty_;
    bool is_king_;
    Side side_;
    std::vector<Square> path_;
    std::vector<std::vector<Square>> found_;
};

}  // namespace

MoveList legal_moves(const Position& position) {
    return position.side == Side::Black ? moves_of<Side::Black>(position)
                                        : moves_of<Side::White>(position);
}

bool can_jump(const Position& position) {
    const PaddedPosition p = padded(position);
    return position.side == Side::Black
               ? !all_jumpers<Side::Black>(view_of<Side::Black>(p)).is_empty()
               : !all_jumpers<Side::White>(view_of<Side::White>(p)).is_empty();
}

std::vector<std::vector<Square>> paths_of(const Position& position, const Move& move) {
    if (!move.is_jump()) return {{move.to}};
    return PathFinder(position, move).run();
}

}  // namespace deepwell
