// Layout: where the values of a material lie in its file (docs/egdb-codec.md, "Cells").
//
// All of it is for Black to move.

#pragma once

#include "rules.h"

namespace checker {

struct Material {
    int black_kings, black_men;
    int white_kings, white_men;

    int black() const { return black_kings + black_men; }
    int white() const { return white_kings + white_men; }
    int pieces() const { return black() + white(); }
    auto operator<=>(const Material&) const = default;  // NOLINT(modernize-use-nullptr)
};

Material material_of(const Position& position);

// Is the value of a position of this material left out, to be found by looking at its moves? (Where
// Black must jump, values are left out as well.)
bool is_derived(const Material& material, const Position& position);

// What the decoder has to know of a row.
struct Row {
    unsigned length;
    std::uint64_t distance;  // to the second row; 0: there is none
    std::uint32_t moot;      // columns
};

struct Layout {
    // REQUIRES: at most 10 pieces.
    explicit Layout(const Material& material);

    // Row and column.  REQUIRES: the position has the material and Black is to move.
    std::pair<std::uint64_t, std::uint64_t> cell_of(const Position& position) const;
    // So many rows, one after the other.  REQUIRES: they are there.
    std::vector<Row> rows(std::uint64_t begin, std::uint64_t count) const;

    Material material;
    bool black_is_inner;
    int inner_kings, outer_kings;
    std::uint64_t outer_sets, upper_sets = 1, row_count;
    std::vector<std::uint64_t> first;  // configuration of each set of black men; then their number
};

}  // namespace checker
