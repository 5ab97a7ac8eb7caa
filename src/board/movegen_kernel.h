// The rules of movement, once, for both sides and every instruction set: visit_moves().
//
// Templates, so that perft, the move list and later the databases inline them with their own
// idea of what to do with a move.  The visitor is called as
//
//     visit(piece, from, to, captured)     piece: Man{} or King{}; the others Padded sets
//
// for every legal move.  With JumpPaths::Unique two paths of a king that take the same men and end
// on the same square are visited once; with JumpPaths::All each path is visited.
//
// The kernel knows nothing of history: repetition is the business of Game.

#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "board/padded.h"
#include "board/position.h"

namespace deepwell {

// A Position in padded layout; the side to move is a template parameter of what reads it.
struct PaddedPosition {
    Padded black;
    Padded white;
    Padded kings;
};

enum class JumpPaths { Unique, All };

struct Man {};
struct King {};

template <Side S>
struct Forward;
template <>
struct Forward<Side::Black> {
    static constexpr Direction Left = Direction::SouthWest;
    static constexpr Direction Right = Direction::SouthEast;
};
template <>
struct Forward<Side::White> {
    static constexpr Direction Left = Direction::NorthWest;
    static constexpr Direction Right = Direction::NorthEast;
};
template <Side S>
using Backward = Forward<other(S)>;

inline constexpr Padded PaddedBoard = Padded::board();

template <Side S>
inline constexpr Padded PaddedKingRow = [] {
    Padded squares;
    for (const Square square : king_row(S)) squares |= Padded::of(square);
    return squares;
}();

// What the side to move sees.
struct View {
    Padded own;
    Padded enemies;
    Padded empty;
    Padded kings;  // own kings
};

template <Side S>
[[gnu::always_inline]] inline View view_of(const PaddedPosition& p) {
    const Padded own = S == Side::Black ? p.black : p.white;
    const Padded enemies = S == Side::Black ? p.white : p.black;
    return {own, enemies, PaddedBoard - (own | enemies), own & p.kings};
}

// Where `movers` land when they jump in direction D.
template <Direction D>
[[gnu::always_inline]] inline Padded landings(Padded movers, Padded enemies, Padded empty) {
    return shift<D>(shift<D>(movers) & enemies) & empty;
}

// Which of `movers` can jump in direction D.
template <Direction D>
[[gnu::always_inline]] inline Padded jumpers(Padded movers, const View& view) {
    return landings<opposite(D)>(view.empty, view.enemies, movers);
}

template <Side S>
[[gnu::always_inline]] inline Padded all_jumpers(const View& view) {
    Padded found =
        jumpers<Forward<S>::Left>(view.own, view) | jumpers<Forward<S>::Right>(view.own, view);
    if (!view.kings.is_empty())
        found |= jumpers<Backward<S>::Left>(view.kings, view) |
                 jumpers<Backward<S>::Right>(view.kings, view);
    return found;
}

// The jumps of one man.  It takes each enemy on its way only once without being told, for it never
// comes back, and two of its paths never take the same men.
template <Side S, class Visitor>
void visit_man_jumps(Padded from, Padded at, Padded captured, const View& view, Visitor& visit) {
    bool ended = true;
    const auto continue_to = [&](Padded over, Padded to) {
        if (to.is_empty()) return;
        ended = false;
        visit_man_jumps<S>(from, to, captured | over, view, visit);
    };
    const Padded left = shift<Forward<S>::Left>(at) & view.enemies;
    const Padded right = shift<Forward<S>::Right>(at) & view.enemies;
    continue_to(left, shift<Forward<S>::Left>(left) & view.empty);
    continue_to(right, shift<Forward<S>::Right>(right) & view.empty);
    if (ended) visit(Man{}, from, at, captured);
}

// The jumps of one king, which may circle.
template <JumpPaths Paths, class Visitor>
class KingJumps {
public:
    // The square the king starts from counts as empty: it may come back to it.
    KingJumps(Padded from, const View& view, Visitor& visit)
        : from_(from), empty_(view.empty | from), visit_(visit) {}

    void run(Padded enemies) { extend(from_, enemies, Padded{}); }

private:
    // How many moves of one king can take 4 or more: 10 on 8x8 (move_test.cpp), so 16 is plenty.
    struct Ending {
        Padded to;
        Padded captured;
    };

    void extend(Padded at, Padded enemies, Padded captured) {
        bool ended = true;
        extend_in<Direction::SouthWest>(at, enemies, captured, ended);
        extend_in<Direction::SouthEast>(at, enemies, captured, ended);
        extend_in<Direction::NorthWest>(at, enemies, captured, ended);
        extend_in<Direction::NorthEast>(at, enemies, captured, ended);
        if (ended && is_new(at, captured)) visit_(King{}, from_, at, captured);
    }

    template <Direction D>
    void extend_in(Padded at, Padded enemies, Padded captured, bool& ended) {
        const Padded over = shift<D>(at) & enemies;
        const Padded to = shift<D>(over) & empty_;
        if (to.is_empty()) return;
        ended = false;
        extend(to, enemies - over, captured | over);
    }

    // Only a path that closes a circle, of at least 4 jumps, can have a twin.
    bool is_new(Padded to, Padded captured) {
        if constexpr (Paths == JumpPaths::All) return true;
        if (captured.count() < 4) return true;
        for (std::size_t i = 0; i < count_; ++i)
            if (endings_[i].to == to && endings_[i].captured == captured) return false;
        endings_[count_++] = {to, captured};
        return true;
    }

    Padded from_;
    Padded empty_;
    Visitor& visit_;
    std::size_t count_ = 0;
    std::array<Ending, 16> endings_;
};

// All jumps of the pieces in `from_set`.  REQUIRES: each of them can jump.
template <Side S, JumpPaths Paths, class Visitor>
void visit_jumps(Padded from_set, const View& view, Visitor& visit) {
    for (; !from_set.is_empty(); from_set = from_set.without_lowest()) {
        const Padded from = from_set.lowest();
        if ((from & view.kings).is_empty()) {
            visit_man_jumps<S>(from, from, Padded{}, view, visit);
        } else {
            KingJumps<Paths, Visitor>(from, view, visit).run(view.enemies);
        }
    }
}

template <Direction D, class Piece, class Visitor>
[[gnu::always_inline]] inline void visit_steps(Padded movers, Padded empty, Visitor& visit) {
    movers = movers & shift<opposite(D)>(empty);
    for (; !movers.is_empty(); movers = movers.without_lowest()) {
        const Padded from = movers.lowest();
        visit(Piece{}, from, shift<D>(from), Padded{});
    }
}

template <Side S, JumpPaths Paths = JumpPaths::Unique, class Visitor>
[[gnu::always_inline]] inline void visit_moves(const PaddedPosition& position, Visitor&& visit) {
    const View view = view_of<S>(position);
    if (const Padded from_set = all_jumpers<S>(view); !from_set.is_empty()) {
        visit_jumps<S, Paths>(from_set, view, visit);
        return;
    }
    const Padded men = view.own - view.kings;
    visit_steps<Forward<S>::Left, Man>(men, view.empty, visit);
    visit_steps<Forward<S>::Right, Man>(men, view.empty, visit);
    if (view.kings.is_empty()) return;
    visit_steps<Direction::SouthWest, King>(view.kings, view.empty, visit);
    visit_steps<Direction::SouthEast, King>(view.kings, view.empty, visit);
    visit_steps<Direction::NorthWest, King>(view.kings, view.empty, visit);
    visit_steps<Direction::NorthEast, King>(view.kings, view.empty, visit);
}

// The position after a move of side S as the visitor was told of it.
template <Side S, class Piece>
[[gnu::always_inline]] inline PaddedPosition after(
    const PaddedPosition& p, Piece, Padded from, Padded to, Padded captured) {
    const View view = view_of<S>(p);
    const Padded own = (view.own - from) | to;
    const Padded enemies = view.enemies - captured;
    Padded kings = p.kings - captured;
    if constexpr (std::is_same_v<Piece, King>)
        kings = (kings - from) | to;
    else
        kings |= to & PaddedKingRow<S>;
    return S == Side::Black ? PaddedPosition{own, enemies, kings}
                            : PaddedPosition{enemies, own, kings};
}

}  // namespace deepwell
