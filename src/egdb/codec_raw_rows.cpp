#include "egdb/codec_raw_rows.h"

#include "base/check.h"
#include "egdb/binomial.h"
#include "egdb/derived.h"

namespace deepwell::egdb {

RawRows::RawRows(const CellLayout& layout, const RawTable& table)
    : layout_(layout),
      table_(table),
      half_(table.half(Side::Black)),
      jumps_(table, Side::Black),
      unstored_(jumps_.words()) {
    CHECK(layout.material() == table.material());
}

std::uint32_t RawRows::raw_rank(Bitboard kings) const {
    if ((kings.bits() & ~free_) != 0) return None;
    std::uint64_t rank = 0;
    int i = 1;
    for (const Square square : kings)
        rank += binomial(number_in(free_, static_cast<std::uint8_t>(square.index())), i++);
    return static_cast<std::uint32_t>(rank);
}

void RawRows::enter_configuration(std::uint64_t configuration, const Men& men) {
    configuration_ = configuration;
    is_derived_ = is_derived(layout_.material(), men);
    if (is_derived_) return;
    free_ = (~(men.black | men.white)).bits();
    jumps_.set_men(men);
    const std::uint64_t sets = binomial(SquareCount, layout_.inner_kings());
    inner_ranks_.clear();
    std::uint64_t set = (std::uint64_t{1} << layout_.inner_kings()) - 1;
    for (std::uint64_t i = 0; i < sets; ++i, set = next_set(set))
        inner_ranks_.push_back(raw_rank(from_snake(static_cast<SnakeSet>(set))));
}

void RawRows::enter_plane(const RowCursor& cursor) {
    outer_rank_ = cursor.outer_rank();
    if (is_derived_) return;
    outer_ = raw_rank(from_snake(cursor.outer_set()));
    if (outer_ != None && layout_.inner() == Side::Black) jumps_.mark_row(outer_, unstored_.data());
}

bool RawRows::is_open(std::uint32_t inner_rank, bool moot) {
    if (!moot) return false;
    if (layout_.inner() == Side::Black)
        return (unstored_[inner_rank / 64] >> (inner_rank % 64) & 1U) != 0;
    jumps_.mark_row(inner_rank, unstored_.data());
    return (unstored_[0] & 1U) != 0;
}

void RawRows::add(RowValues& values, unsigned column, std::uint64_t bit) const {
    const std::size_t byte = configuration_ * half_.stride + bit / 8;
    values.win |= std::uint32_t{half_.win[byte] >> bit % 8 & 1U} << column;
    values.loss |= std::uint32_t{half_.loss[byte] >> bit % 8 & 1U} << column;
}

RowValues RawRows::row_of(const RowCursor& cursor, std::size_t first_set) {
    RowValues values;
    if (is_derived_ || outer_ == None) {
        values.open = ~std::uint32_t{0};
        return values;
    }
    const std::uint32_t moot = cursor.moot();
    const std::uint64_t base =
        layout_.inner() == Side::Black ? std::uint64_t{outer_} * half_.columns : 0;
    for (unsigned column = 0; column < cursor.length(); ++column) {
        const std::uint32_t inner = inner_ranks_[first_set + column];
        if (inner == None || is_open(inner, (moot >> column & 1U) != 0))
            values.open |= std::uint32_t{1} << column;
        else
            add(values, column, base + inner);
    }
    return values;
}

RowValues RawRows::row_without_kings(const RowCursor& cursor) {
    RowValues values;
    Men men = table_.men().men_of(cursor.configuration());
    for (unsigned column = 0; column < cursor.length(); ++column) {
        configuration_ = cursor.configuration() + column;
        if (column > 0) men = table_.men().men_of(configuration_);
        jumps_.set_men(men);
        jumps_.mark_row(0, unstored_.data());
        if (is_derived(layout_.material(), men) || (unstored_[0] & 1U) != 0)
            values.open |= std::uint32_t{1} << column;
        else
            add(values, column, 0);
    }
    return values;
}

void RawRows::read(std::uint64_t first, std::span<RowValues> out) {
    RowCursor cursor(layout_, first);
    std::size_t first_set = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i > 0) cursor.advance();
        if (!layout_.has_kings()) {
            out[i] = row_without_kings(cursor);
            continue;
        }
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

}  // namespace deepwell::egdb
