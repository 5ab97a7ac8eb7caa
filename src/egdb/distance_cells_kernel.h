// The work of DistanceCells, compiled once per instruction set.
//
// A *line* is a run of cells that differ only in one side's kings: those of the mover for a given
// set of the side that waits; or, if the mover has no kings, those of the side that waits.

#pragma once

#include <algorithm>
#include <vector>

#include "egdb/board_steps.h"
#include "egdb/distance_cells.h"
#include "egdb/men_cursor.h"

namespace deepwell::egdb {

template <class Isa>
class DistanceCellsKernel final : public DistanceCells {
public:
    DistanceCellsKernel(const RawTable& values, const DistanceTable& distances, Side mover)
        : values_(values),
          half_(values.half(mover)),
          distances_(distances.half(mover).data()),
          cells_(distances.cells()),
          mover_(mover),
          mover_has_kings_(values.sets(mover).kings() > 0),
          columns_(values.sets(mover_has_kings_ ? mover : other(mover))),
          unasked_(columns_.words()) {}

    void read(std::uint64_t first, std::size_t count, std::uint8_t* out) override {
        const std::uint64_t length = columns_.count(), lines = cells_ / length;
        std::uint64_t line = first / length;
        MenCursor<Isa> cursor(values_.men(), line / lines);
        place_men(cursor.men());
        for (std::uint64_t at = first; at < first + count; ++line) {
            if (at != first && line % lines == 0) {
                cursor.advance();
                place_men(cursor.men());
            }
            const std::uint64_t end = std::min(first + count, (line + 1) * length);
            read_line(line % lines, at, end, out + (at - first));
            at = end;
        }
    }

    LongestCell longest(std::uint64_t first, std::size_t count) const override {
        LongestCell best;
        for (std::uint64_t at = first; at < first + count;) {
            const std::uint64_t end = std::min(first + count, at - at % cells_ + cells_);
            for (; at < end; at += 64) find_longer(at, std::min<std::uint64_t>(64, end - at), best);
            at = end;
        }
        return best;
    }

private:
    static constexpr Word Ones = 0x0101010101010101U;

    std::uint64_t bit_of(std::uint64_t cell) const {
        return 8 * half_.stride * (cell / cells_) + cell % cells_;
    }

    void find_longer(std::uint64_t first, std::size_t count, LongestCell& best) const {
        Word wins = load_bits(half_.win.data(), bit_of(first));
        if (count < 64) wins &= (Word{1} << count) - 1;
        if (wins == 0) return;
        std::uint8_t longest = 0;
        std::uint8_t halves[64];
        for (std::size_t i = 0; i < 64; i += 8) {
            const Word kept = load_eight(distances_ + first + i) & expand(wins >> i);
            std::memcpy(halves + i, &kept, sizeof kept);
        }
        for (const std::uint8_t half : halves) longest = std::max(longest, half);
        if (longest <= best.half) return;
        const auto at = std::find(halves, halves + 64, longest) - halves;
        best = {longest, first + static_cast<std::uint64_t>(at)};
    }

    static Word load_eight(const std::uint8_t* bytes) {
        Word eight;
        std::memcpy(&eight, bytes, sizeof eight);
        return eight;
    }
    // A byte 255 for each of the lowest eight bits that is set, 0 for the others.
    static Word expand(Word bits) { return pdep<Isa>(bits & 0xffU, Ones) * 0xffU; }

    void place_men(const Men& men) {
        own_men_ = (mover_ == Side::Black ? men.black : men.white).bits();
        enemy_men_ = (mover_ == Side::Black ? men.white : men.black).bits();
        free_ = Bitboard::all().bits() & ~(own_men_ | enemy_men_);
    }

    // The cells [from, end) of a line; `number` is that of the line in its configuration.
    void read_line(std::uint64_t number, std::uint64_t from, std::uint64_t end, std::uint8_t* out) {
        const std::uint64_t bit = bit_of(from);
        const std::size_t count = end - from;
        const std::size_t column = (from % cells_) - number * columns_.count();
        bool is_marked = false;
        for (std::size_t done = 0; done < count; done += 64) {
            const std::size_t part = std::min<std::size_t>(64, count - done);
            Word wanted =
                load_bits(half_.win.data(), bit + done) | load_bits(half_.loss.data(), bit + done);
            if (part < 64) wanted &= (Word{1} << part) - 1;
            if (wanted != 0 && !is_marked) mark_unasked(number);
            is_marked |= wanted != 0;
            if (wanted != 0) wanted &= ~bits_from(unasked_, column + done);
            copy(distances_ + from + done, wanted, part, out + done);
        }
    }

    static Word bits_from(const std::vector<Word>& row, std::size_t at) {
        const Word low = row[at / 64] >> at % 64;
        if (at % 64 == 0 || at / 64 + 1 == row.size()) return low;
        return low | row[at / 64 + 1] << (64 - at % 64);
    }

    static void copy(const std::uint8_t* from, Word wanted, std::size_t count, std::uint8_t* to) {
        std::size_t i = 0;
        for (; i + 8 <= count; i += 8) {
            const Word kept = load_eight(from + i) & expand(wanted >> i);
            std::memcpy(to + i, &kept, sizeof kept);
        }
        for (; i < count; ++i) to[i] = (wanted >> i & 1) != 0 ? from[i] : std::uint8_t{0};
    }

    // ---- Columns in which the mover must jump, or that are no positions ----

    void mark_unasked(std::uint64_t number) {
        std::fill(unasked_.begin(), unasked_.end(), Word{0});
        if (!mover_has_kings_) return mark_jumps_of_men();
        const KingSets& waiting = values_.sets(other(mover_));
        const auto set = waiting.set(static_cast<std::uint32_t>(number));
        const auto kings = static_cast<SquareSet>(pdep<Isa>(set, free_));
        for (SquareSet rest = kings; rest != 0; rest &= rest - 1) add(with(lowest(rest)));
        for (SquareSet rest = enemy_men_ | kings; rest != 0; rest &= rest - 1)
            for (std::size_t d = 0; d < 4; ++d) mark_jumps_over(lowest(rest), d, kings);
    }

    const Word* with(std::uint8_t square) const { return columns_.with(number_in(free_, square)); }

    void add(const Word* mask) {
        for (std::size_t i = 0; i < unasked_.size(); ++i) unasked_[i] |= mask[i];
    }
    // Adds the columns of `mask` with no king on `to`.
    void add_unless(const Word* mask, std::uint8_t to) {
        const Word* const blocked = with(to);
        for (std::size_t i = 0; i < unasked_.size(); ++i) unasked_[i] |= mask[i] & ~blocked[i];
    }

    bool may_step(std::size_t d) const {
        return d == first_direction(mover_) || d == first_direction(mover_) + 1;
    }

    // Columns are the mover's kings; `kings` are those of the side that waits.
    void mark_jumps_over(std::uint8_t over, std::size_t d, SquareSet kings) {
        const std::uint8_t to = step(over, d);
        const std::uint8_t from = step(over, 3 - d);  // the opposite direction
        if (to == NoSquare || from == NoSquare || (free_ & ~kings & bit(to)) == 0) return;
        if ((own_men_ & bit(from)) != 0 && may_step(d)) add_unless(columns_.all(), to);
        if ((free_ & ~kings & bit(from)) != 0) add_unless(with(from), to);
    }

    // Columns are the kings of the side that waits; the mover has none.
    void mark_jumps_of_men() {
        const std::size_t first = first_direction(mover_);
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            for (std::size_t d = first; d < first + 2; ++d) {
                const std::uint8_t over = step(lowest(rest), d);
                const std::uint8_t to = over == NoSquare ? NoSquare : step(over, d);
                if (to == NoSquare || (free_ & bit(to)) == 0) continue;
                if ((enemy_men_ & bit(over)) != 0) add_unless(columns_.all(), to);
                if ((free_ & bit(over)) != 0) add_unless(with(over), to);
            }
    }

    const RawTable& values_;
    const RawTable::Half& half_;
    const std::uint8_t* distances_;
    std::uint64_t cells_;
    Side mover_;
    bool mover_has_kings_;
    const KingSets& columns_;
    SquareSet own_men_ = 0, enemy_men_ = 0, free_ = 0;
    std::vector<Word> unasked_;
};

}  // namespace deepwell::egdb
