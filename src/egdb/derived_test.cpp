#include "egdb/derived.h"

#include <gtest/gtest.h>

namespace deepwell::egdb {

TEST(DerivedTest, OfAMaterialAndItsTwinAtMostOneIsDerived) {
    for (int pieces = 2; pieces <= 8; ++pieces)
        for (const Material& material : materials_with(pieces)) {
            EXPECT_FALSE(is_derived(material) && is_derived(material.turned()))
                << to_text(material);
        }
}

TEST(DerivedTest, KingsMovesAndStepsLeadToWhatIsStored) {
    const Material material{{1, 2}, {1, 2}};
    ASSERT_TRUE(has_derived_positions(material));
    const MenIndex index(2, 2);
    std::uint64_t derived = 0;
    index.for_each([&](const Men& men) {
        if (!is_derived(material, men)) return;
        ++derived;
        // A king moved: the same men, turned for the other side.
        EXPECT_FALSE(is_derived(material, {men.white.turned(), men.black.turned()}));
        // A man stepped ahead, to a higher number.
        for (const Square from : men.black)
            for (int to = from.index() + 1; to < SquareCount - 4; ++to) {
                const Bitboard square = Bitboard::of(Square::from_index(to));
                if (!((men.black | men.white) & square).is_empty()) continue;
                const Bitboard black = (men.black - Bitboard::of(from)) | square;
                EXPECT_FALSE(is_derived(material, {men.white.turned(), black.turned()}));
            }
    });
    EXPECT_GT(derived, index.size() * 2 / 5);
    EXPECT_LE(derived, index.size() / 2);
}

}  // namespace deepwell::egdb
