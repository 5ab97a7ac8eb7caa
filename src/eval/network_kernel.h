// The network's arithmetic for one instruction set.  The compiler turns the short fixed loops into
// vector instructions; the products of the second layer with AVX2 are written out, for it would sum
// up each unit's lanes alone instead of four at once.

#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "base/cpu.h"
#include "eval/ending_network.h"
#include "eval/network.h"
#include "eval/score.h"

namespace deepwell {

template <class Isa>
class NetworkKernel {
public:
    // `endings` may be null.
    static Score score(const Network& network,
                       const EndingNetwork* endings,
                       const Position& position) {
        const Position p = position.side == Side::Black ? position : turned(position);
        alignas(64) std::array<std::int16_t, Network::First> first;
        if (endings != nullptr && EndingNetwork::knows(count(p.occupied()))) {
            fill_first(*endings, p, first);
            return points(head_of(*endings, p), first);
        }
        fill_first(network, p, first);
        const bool is_odd = count(p.occupied() & FilesOfBlack) % 2 != 0;
        return points(network.heads[Network::head_number(count(p.occupied()), is_odd)], first);
    }

private:
    using Units = std::array<std::int16_t, Network::First>;
    // As many as fit into a register of AVX2; smaller machines take two.
    using Lane [[gnu::vector_size(32)]] = std::int16_t;
    static constexpr std::size_t LaneSize = sizeof(Lane) / sizeof(std::int16_t);
    static constexpr std::size_t Lanes = Network::First / LaneSize;

    [[gnu::always_inline]] static inline int count(Bitboard squares) {
        return std::popcount(squares.bits());  // an instruction where the kernel has one
    }

    static Score points(const Network::Head& head, const Units& first) {
        constexpr std::int64_t One = std::int64_t{Network::OutputOne} * Network::OutputOne;
        const auto sum = static_cast<Score>(output(head, first) / One) + head.last_bias;
        return std::clamp(sum, -MaxEvaluation, MaxEvaluation);
    }

    // All positions here are Black's to move.
    static const Network::Head& head_of(const EndingNetwork& endings, const Position& p) {
        const bool is_odd = count(p.occupied() & FilesOfBlack) % 2 != 0;
        return endings.heads[EndingNetwork::head_number(count(p.black), count(p.white), is_odd)];
    }

    [[gnu::always_inline]] static inline void fill_first(const EndingNetwork& endings,
                                                         const Position& p,
                                                         Units& units) {
        Lane sums[Lanes];
        begin_with(endings.first_bias, sums);
        const Views pieces = views_of(p.black, p.white);
        const Views kings = views_of(p.kings, Bitboard());
#pragma GCC unroll 3
        for (std::size_t w = 0; w < WindowCount; ++w)
            add_row(endings.rows[w][NumbersOfPieces[pieces[w]] + NumbersOfKings[kings[w]]], sums);
        limit(sums, units);
    }

    [[gnu::always_inline]] static inline void fill_first(const Network& network,
                                                         const Position& p,
                                                         Units& units) {
        Lane sums[Lanes];
        begin_with(network.first_bias, sums);
        add_men(network, p.black - p.kings, p.white - p.kings, sums);
        if (!p.kings.is_empty()) add_near_kings(network, p, sums);
        limit(sums, units);
    }

    [[gnu::always_inline]] static inline void begin_with(const Network::Row& first_bias,
                                                         Lane (&sums)[Lanes]) {
        const auto* const bias = reinterpret_cast<const Lane*>(first_bias.data());
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) sums[i] = bias[i];
    }

    // To 0 .. 1.
    [[gnu::always_inline]] static inline void limit(const Lane (&sums)[Lanes], Units& units) {
        auto* const out = reinterpret_cast<Lane*>(units.data());
        const Lane none = {};
        const Lane one = none + static_cast<std::int16_t>(Network::FirstOne);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) {
            const Lane low = sums[i] < none ? none : sums[i];
            out[i] = low > one ? one : low;
        }
    }

    [[gnu::always_inline]] static inline void add_row(const Network::Row& row,
                                                      Lane (&sums)[Lanes]) {
        const auto* const lanes = reinterpret_cast<const Lane*>(row.data());
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) sums[i] += lanes[i];
    }

    // Each tall window gives the row of its view, empty ones too.
    [[gnu::always_inline]] static inline void add_men(const Network& network,
                                                      Bitboard own,
                                                      Bitboard enemy,
                                                      Lane (&sums)[Lanes]) {
        // Unrolled as a whole, the compiler would take the sums one after the other, not the rows.
#pragma GCC unroll 3
        for (std::size_t w = 0; w < TallWindowCount; ++w)
            add_row(network.men[w][tall_view_number(w, own, enemy)], sums);
    }

    // The windows that show a king give the rows of their views.
    static void add_near_kings(const Network& network, const Position& p, Lane (&sums)[Lanes]) {
        std::uint32_t windows = 0;
        for (const Square square : p.kings)
            windows |= WindowsWith[static_cast<std::size_t>(square.index())];
        const Views pieces = views_of(p.black, p.white);
        const Views kings = views_of(p.kings, Bitboard());
        for (; windows != 0; windows &= windows - 1) {
            const auto w = static_cast<std::size_t>(std::countr_zero(windows));
            add_row(network.near_kings[w][NumbersOfPieces[pieces[w]] + NumbersOfKings[kings[w]]],
                    sums);
        }
    }

    // 8x8: the squares of a tall window among those from its first one on, and the digits that they
    // make as men of one side.
    static constexpr std::uint32_t TallSquares = 0x333;
    static constexpr auto TallNumbers = [] {
        std::array<std::uint16_t, TallSquares + 1> numbers{};
        for (std::size_t men = 0; men < numbers.size(); ++men)
            for (std::size_t i = 0; i < 6; ++i)
                if ((men >> (i / 2 * 4 + i % 2) & 1U) != 0)
                    numbers[men] = static_cast<std::uint16_t>(numbers[men] + TallDigits[i]);
        return numbers;
    }();

    [[gnu::always_inline]] static inline std::size_t tall_view_number(std::size_t window,
                                                                      Bitboard own,
                                                                      Bitboard enemy) {
        if constexpr (BoardSize == 8) {
            const std::size_t first = window / 3 * 4 + window % 3;
            return TallNumbers[own.bits() >> first & TallSquares] +
                   std::size_t{2} * TallNumbers[enemy.bits() >> first & TallSquares];
        } else {
            return tall_view(TallWindows[window], own, enemy);
        }
    }

    // The bits of all windows' views; three bytes more may be written.
    using Views = std::array<std::uint8_t, WindowCount + 3>;

    [[gnu::always_inline]] static inline Views views_of(Bitboard own, Bitboard enemy) {
        Views views;
        if constexpr (BoardSize == 8) {
            // Four windows at once; of those in odd rows the last one hangs over the edge, and the
            // next three are written over it.
            const auto write = [&](std::size_t first, unsigned squares)
                __attribute__((always_inline)) {
                const std::uint32_t four =
                    in_pairs(own.bits() >> squares) | in_pairs(enemy.bits() >> squares) << 4U;
                std::memcpy(&views[first], &four, sizeof(four));
            };
            write(0, 0);
            write(4, 1);
            write(8, 2);
            write(12, 4);
            write(15, 5);
            write(18, 6);
        } else {
            for (std::size_t w = 0; w < WindowCount; ++w)
                views[w] = static_cast<std::uint8_t>(view_bits(Windows[w], own, enemy));
        }
        return views;
    }

    // 8x8: two rows of four squares are a byte; the first two squares of both become its low
    // nibble.
    [[gnu::always_inline]] static inline std::uint32_t in_pairs(std::uint32_t men) {
        return (men & 0x03030303U) | (men >> 2U & 0x0c0c0c0cU);
    }

    // From one of the second layer's sums to a unit of it.
    static constexpr int Down = Network::FirstOne * Network::SecondOne / Network::OutputOne;

    [[gnu::always_inline]] static inline std::int64_t output(const Network::Head& head,
                                                             const Units& first) {
#if defined(__AVX2__)
        if constexpr (std::is_same_v<Isa, Avx2>) return output_avx2(head, first);
#endif
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < Network::Second; ++j) {
            const std::int32_t unit = head.second_bias[j] + product(head.second[j], first);
            sum += std::int64_t{std::max(unit, 0) / Down} * head.last[j];
        }
        return sum;
    }

    [[gnu::always_inline]] static inline std::int32_t product(const Units& a, const Units& b) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < Network::First; ++i) sum += std::int32_t{a[i]} * b[i];
        return sum;
    }

#if defined(__AVX2__)
    static_assert(Network::Second % 8 == 0 && std::has_single_bit(unsigned{Down}));

    template <class T>
    [[gnu::always_inline]] static inline __m256i load(const T* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
    }

    // Eight partial sums of a second unit.
    [[gnu::always_inline]] static inline __m256i partial(const Units& weights,
                                                         const __m256i (&first)[Lanes]) {
        __m256i sums = _mm256_madd_epi16(first[0], load(weights.data()));
#pragma GCC unroll 8
        for (std::size_t i = 1; i < Lanes; ++i) {
            sums = _mm256_add_epi32(
                sums, _mm256_madd_epi16(first[i], load(weights.data() + i * LaneSize)));
            // Otherwise all products are made first, and there are no registers for so many.
            asm("" : "+x"(sums));
        }
        return sums;
    }

    // Eight second units from their partial sums, two units in each vector: the sum of 64 bits in
    // four parts that their last weights give.
    [[gnu::always_inline]] static inline __m256i weighted(const __m256i* two,
                                                          const std::int32_t* bias,
                                                          const std::int32_t* last) {
        const __m256i low = _mm256_hadd_epi32(two[0], two[1]);
        const __m256i high = _mm256_hadd_epi32(two[2], two[3]);
        const __m256i sums = _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20),
                                              _mm256_permute2x128_si256(low, high, 0x31));
        const __m256i above = _mm256_max_epi32(_mm256_add_epi32(sums, load(bias)), __m256i{});
        const __m256i units = _mm256_srli_epi32(above, std::countr_zero(unsigned{Down}));
        const __m256i weights = load(last);
        return _mm256_add_epi64(
            _mm256_mul_epi32(units, weights),
            _mm256_mul_epi32(_mm256_srli_epi64(units, 32), _mm256_srli_epi64(weights, 32)));
    }

    [[gnu::always_inline]] static inline std::int64_t output_avx2(const Network::Head& head,
                                                                  const Units& units) {
        __m256i first[Lanes];
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Lanes; ++i) first[i] = load(units.data() + i * LaneSize);
        __m256i two[Network::Second / 2];
#pragma GCC unroll 1
        for (std::size_t j = 0; j < Network::Second / 2; ++j)
            two[j] = _mm256_hadd_epi32(partial(head.second[2 * j], first),
                                       partial(head.second[2 * j + 1], first));
        __m256i sum = __m256i{};
        for (std::size_t j = 0; j < Network::Second; j += 8)
            sum = _mm256_add_epi64(
                sum, weighted(two + j / 2, head.second_bias.data() + j, head.last.data() + j));
        const __m128i pair =
            _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        return _mm_extract_epi64(pair, 0) + _mm_extract_epi64(pair, 1);
    }
#endif
};

// One source per instruction set defines its own.
Score network_score_portable(const Network& network,
                             const EndingNetwork* endings,
                             const Position& position);
Score network_score_avx2(const Network& network,
                         const EndingNetwork* endings,
                         const Position& position);

}  // namespace deepwell
