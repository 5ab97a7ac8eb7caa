// RawRows: the values of a solved table, Black to move, in the rows of the codec.

#pragma once

#include <vector>

#include "egdb/codec.h"
#include "egdb/jump_mask.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// Thread rule: one for each thread; the table may be shared.
class RawRows : public RowSource {
public:
    // REQUIRES: both have the same material, and outlive this.
    RawRows(const CellLayout& layout, const RawTable& table);

    void read(std::uint64_t first, std::span<RowValues> out) override;

private:
    // The rank of kings among the squares that men leave free; None if they stand on men.
    static constexpr std::uint32_t None = ~std::uint32_t{0};
    std::uint32_t raw_rank(Bitboard kings) const;

    void enter_configuration(std::uint64_t configuration, const Men& men);
    void enter_plane(const RowCursor& cursor);
    RowValues row_of(const RowCursor& cursor, std::size_t first_set);
    RowValues row_without_kings(const RowCursor& cursor);
    bool is_open(std::uint32_t inner_rank, bool moot);
    void add(RowValues& values, unsigned column, std::uint64_t bit) const;

    const CellLayout& layout_;
    const RawTable& table_;
    const RawTable::Half& half_;
    JumpMask jumps_;
    std::uint64_t configuration_ = ~std::uint64_t{0};
    bool is_derived_ = false;  // nothing of this configuration is stored
    std::uint32_t free_ = 0;
    std::vector<std::uint32_t> inner_ranks_;  // by rank in the codec's order
    std::uint64_t outer_rank_ = 0;
    std::uint32_t outer_ = None;  // raw rank
    std::vector<Word> unstored_;  // of the plane, if Black's kings are the inner ones
};

}  // namespace deepwell::egdb
