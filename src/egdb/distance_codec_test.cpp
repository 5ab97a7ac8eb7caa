#include "egdb/distance_codec.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "board/fen.h"
#include "board/movegen.h"
#include "egdb/distance_solver.h"
#include "egdb/play_out.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

namespace {

// All values and distances up to 4 pieces, solved once.
struct Solved {
    RawStore values;
    DistanceStore distances;

    Solved() {
        const auto ignore = [](std::uint64_t) {};
        for (int pieces = 2; pieces <= 4; ++pieces)
            for (const Material& material : materials_with(pieces)) {
                if (!is_canonical(material)) continue;
                const RawTable& table =
                    values.insert(solve_material(material, values, {}, {}, ignore));
                const DistanceTable& halves = distances.insert(
                    material, solve_distances(table, values, distances, {}, {}, ignore));
                if (material == material.turned()) continue;
                const RawTable& twin = values.insert(std::make_unique<RawTable>(turned(table)));
                distances.insert(material.turned(),
                                 std::make_unique<DistanceTable>(turned(halves, table, twin)));
            }
    }

    Ending ending(const Position& position) const {
        const RawValue value = value_in(*values.find(material_of(position)), position);
        if (!value.win && !value.loss) return {};
        const Index index = MaterialIndex(material_of(position), position.side).index_of(position);
        const auto half = distances.find(material_of(position))->half(position.side)[index];
        return value.win ? Ending{Wdl::Win, plies_of_win(half)}
                         : Ending{Wdl::Loss, plies_of_loss(half)};
    }
    Bytes encode(const Material& material, const SolveOptions& options = {}) const {
        const bool is_twin = !is_canonical(material);
        const Material home = is_twin ? material.turned() : material;
        return encode_distances(*values.find(home),
                                *distances.find(home),
                                is_twin ? Side::White : Side::Black,
                                options);
    }
};

const Solved& solved() {
    static const Solved all;
    return all;
}

int plies_of(const Ending& win_or_loss_half, int half) {
    return win_or_loss_half.value == Wdl::Win ? 2 * half - 1 : 2 * half;
}

void expect_round_trip(const Material& material) {
    const Bytes payload = solved().encode(material);
    const DistanceDecoder decoder(material, payload);
    std::uint64_t asked = 0;
    for (Index i = 0; i < decoder.index().size(); ++i) {
        const auto position = decoder.index().position_of(i);
        if (!position || can_jump(*position)) continue;
        const Ending expected = solved().ending(*position);
        if (expected.value == Wdl::Draw) continue;
        ++asked;
        ASSERT_EQ(decoder.index().index_of(*position), i);
        ASSERT_EQ(plies_of(expected, decoder.half(*position)), expected.plies) << to_fen(*position);
    }
    EXPECT_GT(asked, 0U) << to_text(material);
}

}  // namespace

TEST(DistanceCodec, EveryDistanceUpToThreePiecesIsReadBack) {
    for (const int pieces : {2, 3})
        for (const Material& material : materials_with(pieces)) expect_round_trip(material);
}

TEST(DistanceCodec, DistancesOfFourPiecesAreReadBack) {
    for (const char* text : {"2k0m-0k2m", "0k2m-1k1m", "1k2m-0k1m", "0k1m-0k3m"})
        expect_round_trip(*parse_material(text));
}

TEST(DistanceCodec, BytesDependNeitherOnThreadsNorOnTheKernel) {
    for (const char* text : {"1k1m-1k1m", "1k0m-1k2m", "0k2m-0k2m"}) {
        SolveOptions portable;
        portable.kernel = Kernel::Portable;
        portable.threads = 2;
        const Material material = *parse_material(text);
        EXPECT_EQ(solved().encode(material), solved().encode(material, portable)) << text;
    }
}

TEST(DistanceCodec, EveryFlippedByteIsNoticed) {
    const Material material = *parse_material("0k1m-1k0m");
    const Bytes intact = solved().encode(material);
    for (std::size_t i = 0; i < intact.size(); ++i) {
        Bytes damaged = intact;
        damaged[i] ^= 0x10;
        try {
            const DistanceDecoder decoder(material, damaged);
            bool noticed = false;
            for (std::uint64_t block = 0; block < decoder.block_count(); ++block)
                if (!decoder.is_intact(block)) {
                    noticed = true;
                    EXPECT_THROW(decoder.decode(block), Error);
                }
            EXPECT_TRUE(noticed) << "byte " << i;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("0k1m-1k0m"), std::string::npos);
        }
    }
}

TEST(DistanceCodec, CutOffPayloadsAreRefused) {
    const Material material = *parse_material("1k0m-1k0m");
    const Bytes intact = solved().encode(material);
    for (std::size_t size = 0; size < intact.size(); ++size)
        EXPECT_THROW(DistanceDecoder(material, std::span(intact).first(size)), Error);
}

// The position named has the length named, and no other is longer.
TEST(DistanceCodec, LongestWinIsTheLongest) {
    for (const char* text : {"1k0m-1k0m", "2k0m-1k0m", "1k1m-1k0m", "0k2m-0k1m", "1k1m-1k1m"}) {
        const Material material = *parse_material(text);
        const RawTable& values = *solved().values.find(material);
        const DistanceTable& distances = *solved().distances.find(material);
        for (const Side mover : Sides) {
            const LongestWin longest = longest_win(values, distances, mover, {});
            const MaterialIndex index(material, mover);
            int expected = 0;
            for (Index i = 0; i < index.size(); ++i)
                if (const auto position = index.position_of(i)) {
                    const Ending ending = solved().ending(*position);
                    if (ending.value == Wdl::Win) expected = std::max(expected, ending.plies);
                }
            EXPECT_EQ(longest.plies, expected) << text;
            if (expected > 0) {
                EXPECT_EQ(solved().ending(*index.position_of(longest.index)).plies, expected);
            }
        }
    }
}

// Plies of positions with jumps, found by playing them out, are those of the solver.
TEST(DistanceCodec, PliesWithJumpsAgreeWithTheTables) {
    const auto value_of = [](const Position& p) -> std::optional<Wdl> {
        return solved().ending(p).value;
    };
    const auto half_of = [](const Position& p) -> std::optional<int> {
        return (solved().ending(p).plies + 1) / 2;
    };
    for (const char* text : {"2k0m-1k0m", "1k1m-1k1m", "0k2m-1k0m"}) {
        const MaterialIndex index(*parse_material(text), Side::Black);
        for (Index i = 0; i < index.size(); i += 7) {
            const auto position = index.position_of(i);
            if (!position || !can_jump(*position)) continue;
            const Ending expected = solved().ending(*position);
            const auto found = plies(*position, value_of, half_of);
            ASSERT_EQ(found.value_or(-1), expected.plies) << to_fen(*position);
        }
    }
}

}  // namespace deepwell::egdb
