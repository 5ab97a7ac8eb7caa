// SpotReach: the men configurations that play from a position can lead to, the nearest first.
//
// Kings go anywhere for nothing; a step of a man, or a jump that takes one piece, is a move.  Only
// configurations with more pieces than the databases know are counted.  A jump that takes several
// pieces, where that does not lead to the databases, is left out: what is not held is open
// (spot_tables.h).
//
//     root  O -- a man steps --> O -- another --> O ...
//            \-- a man is taken --> O ...
//
// Thread rule: one thread.

#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "egdb/material.h"
#include "egdb/men.h"

namespace deepwell::egdb {

class SpotReach {
public:
    // Men, and how many kings there are beside them.
    struct Place {
        Material material;
        Men men;
    };

    // `chooser` needs one good move where the other side may make any: his count threefold.
    SpotReach(int leaf_pieces, Side chooser) : leaf_pieces_(leaf_pieces), chooser_(chooser) {}
    SpotReach(const Position& root, int leaf_pieces, Side chooser);

    // Another place to begin from, as if it were so many moves away.
    void add(const Place& place, int moves) { reach(place, moves); }

    // With more pieces above the databases a jump over several may lead to what is left out.
    static constexpr int MostPiecesAbove = 2;

    // The next ones whose cells fit in, none larger than `largest`; those that are too large wait.
    // Empty: there are no more, or none of them fits.
    std::vector<Place> next(std::uint64_t cells,
                            std::uint64_t largest = std::numeric_limits<std::uint64_t>::max());

    // Nothing is left.
    bool is_exhausted() const { return waiting_.empty(); }

    static std::uint64_t cells_of(const Material& material);

    // Any configuration takes the time of so many cells, however small it is.
    static constexpr std::uint64_t LeastCells = 1000;

private:
    static constexpr int ChooserPrice = 3;

    // What is reached with fewer moves first, of these the smaller.
    struct Waiting {
        int moves = 0;
        std::uint64_t cells = 0;
        Place place;
        auto key() const { return std::tuple(moves, cells, key_of(place)); }
        bool operator<(const Waiting& other) const { return key() < other.key(); }
    };
    using Key = std::tuple<std::uint32_t, std::uint32_t, int, int>;
    static Key key_of(const Place& place) {
        return {place.men.black.bits(),
                place.men.white.bits(),
                place.material.black.kings,
                place.material.white.kings};
    }

    void reach(const Place& place, int moves);
    void expand(const Waiting& from);
    void move_men(const Waiting& from, Side side);
    void take_with_men(const Waiting& from, Side side);
    void take_with_kings(const Waiting& from, Side side);

    int price(Side side) const { return side == chooser_ ? ChooserPrice : 1; }

    int leaf_pieces_;
    Side chooser_;
    std::set<Key> seen_;
    std::set<Waiting> waiting_;
};

}  // namespace deepwell::egdb
