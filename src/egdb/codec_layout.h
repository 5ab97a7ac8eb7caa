// CellLayout: where the codec puts the positions of a material, Black to move.
//
// The *inner* kings are Black's, or White's if Black has none; the *outer* ones are the other
// side's.  Kings stand on squares numbered by codec_squares.h, men or no men.  A row holds the
// positions that differ only in the lowest inner king; its column is the number of that king:
//
//     row = (configuration * outer sets + outer rank) * upper sets + upper rank
//
// The upper set are the inner kings but the lowest, each number less one; ranks are colexicographic
// (binomial.h).  The row is as long as the second king's number; with one inner king, as the board
// has squares.  Without kings a row holds 32 configurations.  A plane is what differs only in inner
// kings.
//
// Many cells are no positions, or positions in which Black must jump, which nobody will ask for.
// The *moot* cells of a row are these and a few more, found without looking at inner kings
// as obstacles, so that one set of squares answers for a whole plane.

#pragma once

#include <bit>
#include <cstdint>

#include "board/position.h"
#include "egdb/bit_rows.h"
#include "egdb/codec_squares.h"
#include "egdb/material.h"
#include "egdb/men.h"

namespace deepwell::egdb {

struct Cell {
    std::uint64_t row = 0;
    unsigned column = 0;
};

class CellLayout {
public:
    static constexpr unsigned RowWithoutKings = 32;  // configurations

    explicit CellLayout(const Material& material);

    const Material& material() const { return material_; }
    const MenIndex& men() const { return men_; }
    bool has_kings() const { return inner_kings_ > 0; }
    Side inner() const { return inner_; }
    int inner_kings() const { return inner_kings_; }
    int outer_kings() const { return outer_kings_; }
    std::uint64_t outer_sets() const { return outer_sets_; }
    std::uint64_t upper_sets() const { return upper_sets_; }
    std::uint64_t rows() const { return rows_; }

    // REQUIRES: the position has this material and Black is to move.
    template <class Isa = Portable>
    Cell cell_of(const Position& position) const {
        return cell_of<Isa>(position, configuration_of<Isa>(position));
    }
    // The same if the number of its men is known.
    template <class Isa>
    std::uint64_t configuration_of(const Position& position) const {
        return men_.template number_of<Isa>({position.men(Side::Black), position.men(Side::White)});
    }
    template <class Isa>
    Cell cell_of(const Position& position, std::uint64_t configuration) const {
        if (!has_kings())
            return {configuration / RowWithoutKings,
                    static_cast<unsigned>(configuration % RowWithoutKings)};
        const SnakeSet inner = to_snake(position.kings_of(inner_));
        const SnakeSet outer = to_snake(position.kings_of(other(inner_)));
        const SnakeSet upper = (inner & (inner - 1)) >> 1;
        const std::uint64_t plane = configuration * outer_sets_ + colex_rank_of<Isa>(outer);
        return {plane * upper_sets_ + colex_rank_of<Isa>(upper),
                static_cast<unsigned>(std::countr_zero(inner))};
    }

private:
    Material material_;
    MenIndex men_;
    Side inner_;
    int inner_kings_;
    int outer_kings_;
    std::uint64_t outer_sets_;
    std::uint64_t upper_sets_;
    std::uint64_t rows_;
};

// Inner kings on these squares make a cell moot; all squares if every cell of the plane is.
SnakeSet moot_squares(const Men& men, Bitboard outer_kings, Side inner);

// Walks through the rows in order.
class RowCursor {
public:
    // At the row with this number.  REQUIRES: row < layout.rows(); the layout outlives the cursor.
    RowCursor(const CellLayout& layout, std::uint64_t row);

    unsigned length() const { return length_; }
    // How many rows before this one the second neighbour lies; 0: there is none.
    std::uint64_t distance() const { return distance_; }
    // The columns that are moot.
    SnakeSet moot() const {
        return (upper_squares() & plane_moot_) != 0 ? ~SnakeSet{0} : plane_moot_;
    }

    std::uint64_t configuration() const { return configuration_; }
    const Men& men() const { return men_; }
    std::uint64_t outer_rank() const { return outer_rank_; }
    // REQUIRES: the layout has kings.
    SnakeSet outer_set() const { return static_cast<SnakeSet>(outer_); }
    SnakeSet inner_set(unsigned column) const { return upper_squares() | SnakeSet{1} << column; }

    // REQUIRES: this is not the last row.
    void advance();

private:
    SnakeSet upper_squares() const { return static_cast<SnakeSet>(upper_ << 1); }
    void enter_plane();
    void enter_row();

    const CellLayout& layout_;
    std::uint64_t configuration_ = 0;
    Men men_;
    std::uint64_t outer_rank_ = 0;
    std::uint64_t outer_ = 0;
    std::uint64_t upper_rank_ = 0;
    std::uint64_t upper_ = 0;
    SnakeSet plane_moot_ = 0;
    unsigned length_ = 0;
    std::uint64_t distance_ = 0;
};

}  // namespace deepwell::egdb
