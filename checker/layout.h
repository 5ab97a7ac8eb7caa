// Layout: where the values of a material lie in its file (docs/egdb-codec.md, "Cells").
//
// All of it is for Black to move.

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "rules.h"

namespace checker {

struct Material {
    int black_kings = 0;
    int black_men = 0;
    int white_kings = 0;
    int white_men = 0;

    int black() const { return black_kings + black_men; }
    int white() const { return white_kings + white_men; }
    int pieces() const { return black() + white(); }
    auto operator<=>(const Material&) const = default;  // NOLINT(modernize-use-nullptr)
};

Material material_of(const Position& position);
std::string to_text(const Material& material);  // "2k1m-1k2m"

// Is the value of the position left out, to be found by looking at its moves?  (Positions in which
// Black must jump are left out as well.)  REQUIRES: Black is to move.
bool is_derived(const Material& material, const Position& position);
// Of all positions of the material.
bool is_derived(const Material& material);

struct Cell {
    std::uint64_t row = 0;
    unsigned column = 0;
};

// What the decoder has to know of a row.
struct Row {
    unsigned length = 0;
    std::uint64_t distance = 0;  // to the second row; 0: there is none
    std::uint32_t moot = 0;      // columns
};

class Layout {
public:
    // REQUIRES: at most 10 pieces.
    explicit Layout(const Material& material);

    std::uint64_t rows() const { return rows_; }
    // REQUIRES: the position has the material and Black is to move.
    Cell cell_of(const Position& position) const;

    // Rows one after the other.
    class Walk {
    public:
        explicit Walk(const Layout& layout) : layout_(layout) {}
        Row row(std::uint64_t number);

    private:
        void enter_plane(std::uint64_t plane);
        std::uint64_t distance(std::uint32_t upper) const;

        const Layout& layout_;
        std::uint64_t plane_ = ~std::uint64_t{0};
        std::uint32_t outer_ = 0;
        std::uint32_t moot_ = 0;
    };

private:
    struct Men {
        Squares black, white;
    };
    Men men_of(std::uint64_t configuration) const;
    std::uint64_t configuration_of(const Men& men) const;
    std::uint32_t moot_squares(const Men& men, Squares outer_kings) const;

    Material material_;
    bool black_is_inner_;
    int inner_kings_;
    int outer_kings_;
    std::uint64_t outer_sets_ = 1;
    std::uint64_t upper_sets_ = 1;
    std::uint64_t rows_ = 0;
    std::vector<std::uint64_t> first_;  // configuration of each set of black men; then their number
};

}  // namespace checker
