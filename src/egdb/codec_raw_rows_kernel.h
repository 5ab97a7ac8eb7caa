// The work of RawRows, compiled once per instruction set.

#pragma once

#include <vector>

#include "base/check.h"
#include "board/movegen_kernel.h"
#include "egdb/codec_raw_rows.h"
#include "egdb/derived.h"
#include "egdb/jump_mask.h"
#include "egdb/men_cursor.h"

namespace deepwell::egdb {

template <class Isa>
class RawRowsKernel final : public RowSource {
public:
    RawRowsKernel(const CellLayout& layout, const RawTable& table)
        : layout_(layout),
          table_(table),
          half_(table.half(Side::Black)),
          jumps_(table, Side::Black),
          unstored_(jumps_.words()) {
        CHECK(layout.material() == table.material());
        if (layout.has_kings()) list_inner_sets();
    }

    void read(std::uint64_t first, std::span<RowValues> out) override {
        RowCursor cursor(layout_, first);
        if (!layout_.has_kings()) return read_without_kings(cursor, out);
        std::size_t first_set = 0;
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (i > 0) cursor.advance();
            const bool new_men = configuration_ != cursor.configuration();
            if (new_men) enter_configuration(cursor.configuration(), cursor.men());
            if (new_men || i == 0 || outer_rank_ != cursor.outer_rank()) {
                enter_plane(cursor);
                first_set = 0;
            }
            if (i == 0) first_set = colex_rank(cursor.inner_set(0));
            out[i] = row_of(cursor, first_set);
            first_set += cursor.length();
        }
    }

private:
    // The rank of kings that stand on men.
    static constexpr std::uint32_t None = ~std::uint32_t{0};

    void list_inner_sets() {
        const std::uint64_t sets = binomial(SquareCount, layout_.inner_kings());
        std::uint64_t set = (std::uint64_t{1} << layout_.inner_kings()) - 1;
        for (std::uint64_t i = 0; i < sets; ++i, set = next_set(set))
            inner_sets_.push_back(from_snake(static_cast<SnakeSet>(set)).bits());
        inner_ranks_.resize(sets);
    }

    // The rank among the squares that men leave free.
    std::uint32_t raw_rank(SquareSet kings) const {
        if ((kings & ~free_) != 0) return None;
        const auto packed = static_cast<std::uint32_t>(pext<Isa>(kings, free_));
        return static_cast<std::uint32_t>(colex_rank_of<Isa>(packed));
    }

    void enter_configuration(std::uint64_t configuration, const Men& men) {
        configuration_ = configuration;
        is_derived_ = is_derived(layout_.material(), men);
        if (is_derived_) return;
        free_ = (~(men.black | men.white)).bits();
        jumps_.set_men(men);
        if (layout_.inner_kings() == 1) return;
        for (std::size_t i = 0; i < inner_sets_.size(); ++i)
            inner_ranks_[i] = raw_rank(inner_sets_[i]);
    }

    void enter_plane(const RowCursor& cursor) {
        outer_rank_ = cursor.outer_rank();
        if (is_derived_) return;
        outer_ = raw_rank(from_snake(cursor.outer_set()).bits());
        if (outer_ != None && layout_.inner() == Side::Black)
            jumps_.mark_row(outer_, unstored_.data());
    }

    RowValues row_of(const RowCursor& cursor, std::size_t first_set) {
        RowValues values;
        if (is_derived_ || outer_ == None) {
            values.open = ~std::uint32_t{0};
            return values;
        }
        const std::uint64_t base =
            layout_.inner() == Side::Black ? std::uint64_t{outer_} * half_.columns : 0;
        if (layout_.inner_kings() == 1) return row_of_lone_king(cursor.moot(), base);
        const std::uint32_t moot = cursor.moot();
        for (unsigned column = 0; column < cursor.length(); ++column) {
            const std::uint32_t inner = inner_ranks_[first_set + column];
            if (inner == None || is_open(inner, (moot >> column & 1U) != 0))
                values.open |= std::uint32_t{1} << column;
            else
                add(values, column, base + inner);
        }
        return values;
    }

    // The bits of a row stand for the free squares in the order of the board.
    RowValues row_of_lone_king(SnakeSet moot, std::uint64_t base) {
        const SnakeSet on_men = to_snake(Bitboard(~free_) & Bitboard::all());
        const SnakeSet open =
            on_men |
            (layout_.inner() == Side::Black ? spread(unstored_[0]) : open_for_white(moot, on_men));
        const std::uint64_t first = 8 * configuration_ * half_.stride + base;
        const std::uint32_t stored = ~open;
        return {spread(row_bits(half_.win, first)) & stored,
                spread(row_bits(half_.loss, first)) & stored,
                open};
    }

    // Moot squares are just the open ones, unless all are: then a king may block what would jump.
    SnakeSet open_for_white(SnakeSet moot, SnakeSet on_men) {
        if (moot != ~SnakeSet{0}) return moot;
        SnakeSet open = 0;
        for (SnakeSet rest = ~on_men & to_snake(Bitboard::all()); rest != 0; rest &= rest - 1) {
            const SnakeSet square = rest & (0 - rest);
            if (is_open(raw_rank(from_snake(square).bits()), true)) open |= square;
        }
        return open;
    }

    SnakeSet spread(Word bits) const {
        return to_snake(Bitboard(static_cast<std::uint32_t>(pdep<Isa>(bits, free_))));
    }

    // Up to 32 bits from any bit on.
    static Word row_bits(const ZeroedVector<std::uint8_t>& plane, std::uint64_t first) {
        Word bits = 0;
        const std::size_t begin = first / 8;
        std::memcpy(&bits, plane.data() + begin, std::min<std::size_t>(8, plane.size() - begin));
        return bits >> first % 8;
    }

    bool is_open(std::uint32_t inner_rank, bool moot) {
        if (!moot) return false;
        if (layout_.inner() == Side::Black)
            return (unstored_[inner_rank / 64] >> (inner_rank % 64) & 1U) != 0;
        jumps_.mark_row(inner_rank, unstored_.data());
        return (unstored_[0] & 1U) != 0;
    }

    void add(RowValues& values, unsigned column, std::uint64_t bit) const {
        const std::size_t byte = configuration_ * half_.stride + bit / 8;
        values.win |= std::uint32_t{half_.win[byte] >> bit % 8 & 1U} << column;
        values.loss |= std::uint32_t{half_.loss[byte] >> bit % 8 & 1U} << column;
    }

    void read_without_kings(RowCursor& cursor, std::span<RowValues> out) {
        MenCursor<Isa> men(table_.men(), cursor.configuration());
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (i > 0) cursor.advance();
            for (unsigned column = 0; column < cursor.length(); ++column) {
                if (i > 0 || column > 0) men.advance();
                configuration_ = cursor.configuration() + column;
                if (is_derived(layout_.material(), men.men()) || must_jump(men.men()))
                    out[i].open |= std::uint32_t{1} << column;
                else
                    add(out[i], column, 0);
            }
        }
    }

    static bool must_jump(const Men& men) {
        const PaddedPosition padded{pad<Isa>(men.black), pad<Isa>(men.white), {}};
        return !all_jumpers<Side::Black>(view_of<Side::Black>(padded)).is_empty();
    }

    const CellLayout& layout_;
    const RawTable& table_;
    const RawTable::Half& half_;
    JumpMask<Isa> jumps_;
    std::vector<SquareSet> inner_sets_;       // in the codec's order
    std::vector<std::uint32_t> inner_ranks_;  // of these
    std::uint64_t configuration_ = ~std::uint64_t{0};
    bool is_derived_ = false;  // nothing of this configuration is stored
    SquareSet free_ = 0;
    std::uint64_t outer_rank_ = 0;
    std::uint32_t outer_ = None;  // raw rank
    std::vector<Word> unstored_;  // of the plane, if Black's kings are the inner ones
};

}  // namespace deepwell::egdb
