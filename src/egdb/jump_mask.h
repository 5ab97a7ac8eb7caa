// JumpMask: in which positions of a configuration must the side to move jump?
//
// Rows as in the files: a row for each king set of the side that waits, a bit for each of the side
// that moves.  Such positions are not stored, for the prober plays the jumps out; neither are cells
// in which both sides have a king on the same square.

#pragma once

#include "egdb/bit_rows.h"
#include "egdb/board_steps.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// Isa: see base/cpu.h.
template <class Isa>
class JumpMask {
public:
    JumpMask(const RawTable& table, Side mover)
        : mover_(mover), columns_(table.sets(mover)), rows_(table.sets(other(mover))) {}

    void set_men(const Men& men) {
        own_men_ = (mover_ == Side::Black ? men.black : men.white).bits();
        enemy_men_ = (mover_ == Side::Black ? men.white : men.black).bits();
        free_ = Bitboard::all().bits() & ~(own_men_ | enemy_men_);
    }

    // Marks, for one king set of the waiting side, the columns that are not stored.
    // `out` has room for words() words.
    void mark_row(std::uint32_t row, Word* out) const {
        const auto kings = static_cast<SquareSet>(pdep<Isa>(rows_.set(row), free_));
        std::fill_n(out, words(), Word{0});
        for (SquareSet rest = kings; rest != 0; rest &= rest - 1) add(with(lowest(rest)), out);
        for (SquareSet rest = enemy_men_ | kings; rest != 0; rest &= rest - 1)
            for (std::size_t d = 0; d < 4; ++d) mark_jumps_over(lowest(rest), d, kings, out);
    }

    std::size_t words() const { return columns_.words(); }

private:
    const Word* with(std::uint8_t square) const { return columns_.with(number_in(free_, square)); }

    void add(const Word* mask, Word* out) const {
        for (std::size_t i = 0; i < words(); ++i) out[i] |= mask[i];
    }

    // Jumps over an enemy in direction d, by a man or by a king that may stand there.
    void mark_jumps_over(std::uint8_t over, std::size_t d, SquareSet kings, Word* out) const {
        const std::uint8_t to = step(over, d);
        const std::uint8_t from = step(over, 3 - d);  // the opposite direction
        if (to == NoSquare || from == NoSquare || (free_ & ~kings & bit(to)) == 0) return;
        const std::size_t forward = first_direction(mover_);
        const bool by_man = (own_men_ & bit(from)) != 0 && (d == forward || d == forward + 1);
        const bool by_king = (free_ & ~kings & bit(from)) != 0;
        const Word* const blocked = with(to);
        for (std::size_t i = 0; by_man && i < words(); ++i)
            out[i] |= columns_.all()[i] & ~blocked[i];
        if (!by_king) return;
        const Word* const king_there = with(from);
        for (std::size_t i = 0; i < words(); ++i) out[i] |= king_there[i] & ~blocked[i];
    }

    Side mover_;
    const KingSets& columns_;
    const KingSets& rows_;
    SquareSet own_men_ = 0;
    SquareSet enemy_men_ = 0;
    SquareSet free_ = 0;
};

}  // namespace deepwell::egdb
