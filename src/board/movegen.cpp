#include "board/movegen.h"

#include "board/move_list_kernel.h"

namespace deepwell {

namespace {

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
    return moves_of<Portable>(position);
}

bool can_jump(const Position& position) {
    const PaddedPosition p = padded<Portable>(position);
    return position.side == Side::Black
               ? !all_jumpers<Side::Black>(view_of<Side::Black>(p)).is_empty()
               : !all_jumpers<Side::White>(view_of<Side::White>(p)).is_empty();
}

std::vector<std::vector<Square>> paths_of(const Position& position, const Move& move) {
    if (!move.is_jump()) return {{move.to}};
    return PathFinder(position, move).run();
}

}  // namespace deepwell
