// IndexWalk: the positions of a material in the order of MaterialIndex, each made from the one
// before.

#pragma once

#include "egdb/index.h"

namespace deepwell::egdb {

// REQUIRES: the index numbers positions with Black to move, and outlives the walk.
template <class Isa>
class IndexWalk {
public:
    // At `first`.  REQUIRES: first < index.size().
    IndexWalk(const MaterialIndex& index, Index first) : index_(index) {
        moving_rank_ = first % index.moving_sets();
        waiting_rank_ = first / index.moving_sets() % index.waiting_sets();
        configuration_ = first / index.moving_sets() / index.waiting_sets();
        enter_configuration();
        moving_ = colex_set(moving_rank_, index.free_squares(), kings(Side::Black));
        waiting_ = colex_set(waiting_rank_, index.free_squares(), kings(Side::White));
        enter_row();
    }

    // Kings share a square.
    [[gnu::always_inline]] bool is_void() const { return (black_kings() & kings_).bits() != 0; }
    // REQUIRES: !is_void().
    [[gnu::always_inline]] Position position() const {
        const Bitboard moving = black_kings();
        return {men_.black | moving, men_.white | kings_, moving | kings_, Side::Black};
    }
    const Men& men() const { return men_; }

    // REQUIRES: this is not the last index.
    [[gnu::always_inline]] void advance() {
        if (++moving_rank_ < index_.moving_sets()) {
            moving_ = next_set(moving_);
            return;
        }
        next_row();
    }

private:
    int kings(Side side) const { return index_.material().of(side).kings; }
    [[gnu::always_inline]] Bitboard black_kings() const { return on_board(moving_); }
    [[gnu::always_inline]] Bitboard on_board(std::uint64_t set) const {
        return Bitboard(static_cast<std::uint32_t>(pdep<Isa>(set, free_)));
    }

    void next_row() {
        moving_rank_ = 0;
        moving_ = (std::uint64_t{1} << kings(Side::Black)) - 1;
        if (++waiting_rank_ < index_.waiting_sets()) {
            waiting_ = next_set(waiting_);
        } else {
            waiting_rank_ = 0;
            waiting_ = (std::uint64_t{1} << kings(Side::White)) - 1;
            if (++configuration_ < index_.men().size()) enter_configuration();
        }
        enter_row();
    }
    void enter_configuration() {
        men_ = index_.men().template men_of<Isa>(configuration_);
        free_ = (~(men_.black | men_.white)).bits();
    }
    void enter_row() { kings_ = on_board(waiting_); }

    const MaterialIndex& index_;
    std::uint64_t configuration_, waiting_rank_, moving_rank_;
    std::uint64_t waiting_ = 0, moving_ = 0;  // sets of free squares
    Men men_;
    std::uint32_t free_ = 0;
    Bitboard kings_;  // White's
};

}  // namespace deepwell::egdb
