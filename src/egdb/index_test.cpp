#include "egdb/index.h"

#include <gtest/gtest.h>

#include "board/fen.h"

namespace deepwell::egdb {

// Every index is a position and back, or kings share a square.
TEST(MaterialIndex, IndexAndPositionAreInverse) {
    for (const char* text : {"1k1m-1k0m", "0k2m-0k1m", "2k0m-1k0m", "1k0m-1k1m"})
        for (const Side to_move : Sides) {
            const MaterialIndex index(*parse_material(text), to_move);
            std::uint64_t positions = 0;
            for (Index i = 0; i < index.size(); ++i) {
                const auto position = index.position_of(i);
                if (!position) continue;
                ++positions;
                ASSERT_EQ(index.index_of(*position), i) << to_fen(*position);
                ASSERT_FALSE(fault_of(*position));
                ASSERT_EQ(position->side, to_move);
                ASSERT_EQ(material_of(*position), index.material());
            }
            EXPECT_EQ(positions, position_count(index.material())) << text;
        }
}

TEST(MaterialIndex, LargeMaterialsRoundTripOnASample) {
    for (const char* text : {"3k1m-1k2m", "4k0m-4k0m", "2k3m-2k3m", "0k5m-0k5m"}) {
        const MaterialIndex index(*parse_material(text), Side::Black);
        for (Index i = 0; i < index.size(); i += index.size() / 997 + 1) {
            const auto position = index.position_of(i);
            if (position) {
                EXPECT_EQ(index.index_of(*position), i) << text;
            }
        }
    }
}

}  // namespace deepwell::egdb
