#include "egdb/spot_reach.h"

#include "egdb/binomial.h"
#include "egdb/board_steps.h"

namespace deepwell::egdb {

namespace {

Bitboard& men_of(Men& men, Side side) {
    return side == Side::Black ? men.black : men.white;
}

SquareSet occupied(const Men& men) {
    return (men.black | men.white).bits();
}

// A man of `side` goes there, and is crowned if it is his king row.
SpotReach::Place after_step(SpotReach::Place place, Side side, std::uint8_t from, std::uint8_t to) {
    Bitboard& men = men_of(place.men, side);
    men = men - Bitboard(bit(from));
    if ((king_row(side).bits() & bit(to)) != 0) {
        --place.material.of(side).men;
        ++place.material.of(side).kings;
    } else {
        men = men | Bitboard(bit(to));
    }
    return place;
}

SpotReach::Place without_man(SpotReach::Place place, Side side, std::uint8_t square) {
    Bitboard& men = men_of(place.men, side);
    men = men - Bitboard(bit(square));
    --place.material.of(side).men;
    return place;
}

SpotReach::Place without_king(SpotReach::Place place, Side side) {
    --place.material.of(side).kings;
    return place;
}

// Is there room on both sides of it for somebody who jumps over it?
bool can_be_taken(std::uint8_t square, SquareSet men) {
    for (std::size_t d = 0; d < 4; ++d) {
        const std::uint8_t from = step(square, d);
        const std::uint8_t to = step(square, 3 - d);
        if (from != NoSquare && to != NoSquare && ((bit(from) | bit(to)) & men) == 0) return true;
    }
    return false;
}

}  // namespace

SpotReach::SpotReach(const Position& root, int leaf_pieces, Side chooser)
    : SpotReach(leaf_pieces, chooser) {
    add({material_of(root), {root.men(Side::Black), root.men(Side::White)}}, 0);
}

std::uint64_t SpotReach::cells_of(const Material& m) {
    const int free = SquareCount - m.men();
    return 2 * binomial(free, m.black.kings) * binomial(free, m.white.kings);
}

void SpotReach::reach(const Place& place, int moves) {
    const Material& m = place.material;
    if (m.pieces() <= leaf_pieces_ || m.black.pieces() == 0 || m.white.pieces() == 0) return;
    if (seen_.insert(key_of(place)).second)
        waiting_.insert({moves, LeastCells + cells_of(m), place});
}

std::vector<SpotReach::Place> SpotReach::next(std::uint64_t cells, std::uint64_t largest) {
    std::vector<Place> places;
    std::uint64_t sum = 0;
    for (auto at = waiting_.begin(); at != waiting_.end() && sum < cells;) {
        if (at->cells > largest || sum + at->cells > cells) {
            ++at;
            continue;
        }
        const Waiting from = *at;
        sum += from.cells;
        places.push_back(from.place);
        waiting_.erase(at);
        expand(from);
        // What was just reached is farther away, but may stand before what was passed over.
        at = waiting_.lower_bound(from);
    }
    return places;
}

void SpotReach::expand(const Waiting& from) {
    for (const Side side : Sides) {
        move_men(from, side);
        if (from.place.material.pieces() > leaf_pieces_ + 1) {
            take_with_men(from, side);
            take_with_kings(from, side);
        }
    }
}

void SpotReach::move_men(const Waiting& from, Side side) {
    const SquareSet men = occupied(from.place.men);
    Men moving = from.place.men;
    for (SquareSet rest = men_of(moving, side).bits(); rest != 0; rest &= rest - 1)
        for (std::size_t d = first_direction(side); d < first_direction(side) + 2; ++d) {
            const std::uint8_t to = step(lowest(rest), d);
            if (to != NoSquare && (men & bit(to)) == 0)
                reach(after_step(from.place, side, lowest(rest), to), from.moves + price(side));
        }
}

void SpotReach::take_with_men(const Waiting& from, Side side) {
    const SquareSet men = occupied(from.place.men);
    Men moving = from.place.men;
    const SquareSet enemies = men_of(moving, other(side)).bits();
    for (SquareSet rest = men_of(moving, side).bits(); rest != 0; rest &= rest - 1)
        for (std::size_t d = first_direction(side); d < first_direction(side) + 2; ++d) {
            const std::uint8_t over = step(lowest(rest), d);
            const std::uint8_t to = over == NoSquare ? NoSquare : step(over, d);
            if (to == NoSquare || (men & bit(to)) != 0) continue;
            const Place there = after_step(from.place, side, lowest(rest), to);
            if ((enemies & bit(over)) != 0)
                reach(without_man(there, other(side), over), from.moves + price(side));
            else if ((men & bit(over)) == 0 && there.material.of(other(side)).kings > 0)
                reach(without_king(there, other(side)), from.moves + price(side));
        }
}

void SpotReach::take_with_kings(const Waiting& from, Side side) {
    const Material& m = from.place.material;
    if (m.of(side).kings == 0) return;
    if (m.of(other(side)).kings > 0)
        reach(without_king(from.place, other(side)), from.moves + price(side));
    const SquareSet men = occupied(from.place.men);
    Men standing = from.place.men;
    for (SquareSet rest = men_of(standing, other(side)).bits(); rest != 0; rest &= rest - 1)
        if (can_be_taken(lowest(rest), men))
            reach(without_man(from.place, other(side), lowest(rest)), from.moves + price(side));
}

}  // namespace deepwell::egdb
