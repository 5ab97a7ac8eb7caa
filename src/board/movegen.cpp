#include "board/movegen.h"

#include "board/movegen_kernel.h"

namespace deepwell {

namespace {

PaddedPosition padded(const Position& p) {
    return {pad<Portable>(p.black), pad<Portable>(p.white), pad<Portable>(p.kings)};
}

template <Side S>
MoveList moves_of(const Position& position) {
    MoveList list;
    visit_moves<S>(padded(position), [&](auto, Padded from, Padded to, Padded captured) {
        list.push_back({from.square(),
                        to.square(),
                        captured.is_empty() ? Bitboard{} : unpad<Portable>(captured)});
    });
    return list;
}

// Follows a jump square by square and keeps the ways that end as the move does.
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
        if (still_to_take.is_empty() && at == move_.to) found_.push_back(path_);
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

Position play(const Position& p, const Move& move) {
    const Bitboard from = Bitboard::of(move.from);
    const Bitboard to = Bitboard::of(move.to);
    const Bitboard own = (p.own() - from) | to;
    const Bitboard enemies = p.enemy() - move.captured;
    Bitboard kings = p.kings - move.captured;
    if (kings.contains(move.from))
        kings = (kings - from) | to;
    else
        kings |= to & king_row(p.side);
    return p.side == Side::Black ? Position{own, enemies, kings, Side::White}
                                 : Position{enemies, own, kings, Side::Black};
}

std::vector<std::vector<Square>> paths_of(const Position& position, const Move& move) {
    if (!move.is_jump()) return {{move.to}};
    return PathFinder(position, move).run();
}

}  // namespace deepwell
