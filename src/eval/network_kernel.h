// The network's arithmetic for one instruction set; the compiler turns the short fixed loops into
// vector instructions.

#pragma once

#include <algorithm>

#include "base/cpu.h"
#include "eval/network.h"
#include "eval/score.h"

namespace deepwell {

template <class Isa>
class NetworkKernel {
public:
    static Score score(const Network& network, const Position& position) {
        alignas(64) std::array<std::int16_t, Network::First> first;
        fill_first(network, position, first);
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < Network::Second; ++j) {
            const std::int32_t unit = network.second_bias[j] + product(network.second[j], first);
            constexpr int Down = Network::FirstOne * Network::SecondOne / Network::OutputOne;
            sum += std::int64_t{std::max(unit, 0) / Down} * network.last[j];
        }
        constexpr std::int64_t One = std::int64_t{Network::OutputOne} * Network::OutputOne;
        const auto points = static_cast<Score>(sum / One) + network.last_bias;
        return std::clamp(points, -MaxEvaluation, MaxEvaluation);
    }

private:
    using Units = std::array<std::int16_t, Network::First>;
    // As many as fit into a register of AVX2; smaller machines take two.
    using Lane [[gnu::vector_size(32)]] = std::int16_t;
    static constexpr std::size_t LaneSize = sizeof(Lane) / sizeof(std::int16_t);
    static constexpr std::size_t Lanes = Network::First / LaneSize;

    [[gnu::always_inline]] static inline void fill_first(const Network& network,
                                                         const Position& p,
                                                         Units& units) {
        Lane sums[Lanes];
        const auto* const bias = reinterpret_cast<const Lane*>(network.first_bias.data());
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) sums[i] = bias[i];
        // The far side of the board is square 0 for White.
        const int flip = p.side == Side::Black ? 0 : SquareCount - 1;
        const auto add = [&](Bitboard pieces, std::size_t kind) __attribute__((always_inline)) {
            for (const Square square : pieces) {
                const int seen = flip == 0 ? square.index() : flip - square.index();
                const std::size_t input = kind * SquareCount + static_cast<std::size_t>(seen);
                const auto* const row = reinterpret_cast<const Lane*>(network.first[input].data());
#pragma GCC unroll 8
                for (std::size_t i = 0; i < Lanes; ++i) sums[i] += row[i];
            }
        };
        add(p.own() - p.kings, 0);
        add(p.enemy() - p.kings, 1);
        add(p.own() & p.kings, 2);
        add(p.enemy() & p.kings, 3);
        auto* const out = reinterpret_cast<Lane*>(units.data());
        const Lane none = {};
        const Lane one = none + static_cast<std::int16_t>(Network::FirstOne);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) {
            const Lane low = sums[i] < none ? none : sums[i];
            out[i] = low > one ? one : low;
        }
    }

    [[gnu::always_inline]] static inline std::int32_t product(const Units& a, const Units& b) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < Network::First; ++i) sum += std::int32_t{a[i]} * b[i];
        return sum;
    }
};

// One source per instruction set defines its own.
Score network_score_portable(const Network& network, const Position& position);
Score network_score_avx2(const Network& network, const Position& position);

}  // namespace deepwell
