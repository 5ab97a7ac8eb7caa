#include "egdb/codec_layout.h"

#include <algorithm>

#include "board/padded.h"
#include "egdb/binomial.h"

namespace deepwell::egdb {

namespace {

constexpr std::uint64_t first_set(int size) {
    return (std::uint64_t{1} << size) - 1;
}

// The squares from which a piece moving in direction D could jump.
template <Direction D>
Padded jumps_from(Padded over, Padded landing) {
    constexpr Direction Back = opposite(D);
    return shift<Back>(shift<Back>(landing) & over);
}

// The squares on which a piece could be jumped in direction D.
template <Direction D>
Padded jumped_on(Padded from, Padded landing) {
    return shift<D>(from) & shift<opposite(D)>(landing);
}

SnakeSet moot_for_black_kings(const Men& men, Bitboard white_kings) {
    const Bitboard blockers = men.black | men.white | white_kings;
    const Padded landing = pad<Portable>(~blockers);
    const Padded white = pad<Portable>(men.white | white_kings);
    const Padded south = jumps_from<Direction::SouthWest>(white, landing) |
                         jumps_from<Direction::SouthEast>(white, landing);
    if (!(south & pad<Portable>(men.black)).is_empty()) return ~SnakeSet{0};
    const Padded north = jumps_from<Direction::NorthWest>(white, landing) |
                         jumps_from<Direction::NorthEast>(white, landing);
    return to_snake(unpad<Portable>(south | north) | blockers);
}

SnakeSet moot_for_white_kings(const Men& men) {
    const Bitboard blockers = men.black | men.white;
    const Padded landing = pad<Portable>(~blockers);
    const Padded black = pad<Portable>(men.black);
    const Bitboard jumped = unpad<Portable>(jumped_on<Direction::SouthWest>(black, landing) |
                                            jumped_on<Direction::SouthEast>(black, landing));
    if (!(jumped & men.white).is_empty()) return ~SnakeSet{0};
    return to_snake(jumped | blockers);
}

// The configuration with the next number.  REQUIRES: there is one.
Men next_men(const Men& men) {
    const auto room_for_white = [](Bitboard black) { return (~king_row(Side::White) - black); };
    const Bitboard room = room_for_white(men.black);
    if (!men.white.is_empty()) {
        const std::uint64_t white = next_set(gather(men.white.bits(), room.bits()));
        if (white >> room.count() == 0)
            return {men.black, Bitboard(scatter(static_cast<std::uint32_t>(white), room.bits()))};
    }
    const Bitboard black(static_cast<std::uint32_t>(next_set(men.black.bits())));
    const auto lowest = static_cast<std::uint32_t>(first_set(men.white.count()));
    return {black, Bitboard(scatter(lowest, room_for_white(black).bits()))};
}

// How many ranks back the set lies whose second lowest element is one less.
std::uint64_t step_of_second(std::uint64_t set) {
    return static_cast<std::uint64_t>(std::countr_zero(set & (set - 1))) - 1;
}

}  // namespace

SnakeSet moot_squares(const Men& men, Bitboard outer_kings, Side inner) {
    return inner == Side::Black ? moot_for_black_kings(men, outer_kings)
                                : moot_for_white_kings(men);
}

CellLayout::CellLayout(const Material& material)
    : material_(material),
      men_(material.black.men, material.white.men),
      inner_(material.black.kings > 0 ? Side::Black : Side::White),
      inner_kings_(material.of(inner_).kings),
      outer_kings_(material.of(other(inner_)).kings),
      outer_sets_(binomial(SquareCount, outer_kings_)),
      upper_sets_(has_kings() ? binomial(SquareCount - 1, inner_kings_ - 1) : 1),
      rows_(has_kings()
                ? men_.size() * outer_sets_ * upper_sets_
                : (men_.size() + CellLayout::RowWithoutKings - 1) / CellLayout::RowWithoutKings) {}

RowCursor::RowCursor(const CellLayout& layout, std::uint64_t row) : layout_(layout) {
    if (!layout.has_kings()) {
        configuration_ = row * CellLayout::RowWithoutKings;
        enter_row();
        return;
    }
    upper_rank_ = row % layout.upper_sets();
    const std::uint64_t plane = row / layout.upper_sets();
    outer_rank_ = plane % layout.outer_sets();
    configuration_ = plane / layout.outer_sets();
    men_ = layout.men().men_of(configuration_);
    upper_ = colex_set(upper_rank_, SquareCount - 1, layout.inner_kings() - 1);
    outer_ = colex_set(outer_rank_, SquareCount, layout.outer_kings());
    enter_plane();
    enter_row();
}

void RowCursor::advance() {
    if (!layout_.has_kings()) {
        configuration_ += CellLayout::RowWithoutKings;
    } else if (++upper_rank_ < layout_.upper_sets()) {
        upper_ = next_set(upper_);
    } else {
        upper_rank_ = 0;
        upper_ = first_set(layout_.inner_kings() - 1);
        if (++outer_rank_ < layout_.outer_sets()) {
            outer_ = next_set(outer_);
        } else {
            outer_rank_ = 0;
            outer_ = first_set(layout_.outer_kings());
            ++configuration_;
            men_ = next_men(men_);
        }
        enter_plane();
    }
    enter_row();
}

void RowCursor::enter_plane() {
    plane_moot_ = moot_squares(men_, from_snake(outer_set()), layout_.inner());
}

void RowCursor::enter_row() {
    if (!layout_.has_kings()) {
        const std::uint64_t rest = layout_.men().size() - configuration_;
        length_ = static_cast<unsigned>(std::min<std::uint64_t>(rest, CellLayout::RowWithoutKings));
        distance_ = 2;
        return;
    }
    length_ = upper_ == 0 ? SquareCount : static_cast<unsigned>(std::countr_zero(upper_)) + 1;
    if (layout_.inner_kings() >= 3)
        distance_ = step_of_second(upper_);
    else if (layout_.inner_kings() == 2)
        distance_ = layout_.upper_sets();
    else if (layout_.outer_kings() >= 2)
        distance_ = step_of_second(outer_);
    else
        distance_ = layout_.outer_kings() == 1 ? layout_.outer_sets() : 2;
}

}  // namespace deepwell::egdb
