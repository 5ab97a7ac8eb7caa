// Material: how many kings and men each side has.  The unit of the databases.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.h"

namespace deepwell::egdb {

struct Army {
    int kings = 0;
    int men = 0;
    constexpr int pieces() const { return kings + men; }
    auto operator<=>(const Army&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Material {
    Army black;
    Army white;

    constexpr const Army& of(Side side) const { return side == Side::Black ? black : white; }
    constexpr Army& of(Side side) { return side == Side::Black ? black : white; }
    constexpr int pieces() const { return black.pieces() + white.pieces(); }
    constexpr int men() const { return black.men + white.men; }
    constexpr Material turned() const { return {white, black}; }
    auto operator<=>(const Material&) const = default;  // NOLINT(modernize-use-nullptr)
};

Material material_of(const Position& position);

// Black first, kings before men: "2k1m-1k2m"; also the name of its file.
std::string to_text(const Material& material);
std::optional<Material> parse_material(std::string_view text);

// How many positions it has with a given side to move, jumps included.
std::uint64_t position_count(const Material& material);

// Of a material and its turned twin only one is kept: the one in which Black has more pieces or, of
// equally many, no fewer men.
constexpr bool is_canonical(const Material& m) {
    if (m.black.pieces() != m.white.pieces()) return m.black.pieces() > m.white.pieces();
    return m.black.men >= m.white.men;
}

// All materials with both sides present and `pieces` in all, in an order in which each comes after
// everything that its moves can lead to: fewer men first.
std::vector<Material> materials_with(int pieces);

}  // namespace deepwell::egdb
