// Three ways to lay 32 squares out in a word, compared by the same leaf counting on 8x8.
//
//   Standard  32 bits, bit = square number - 1: a step depends on the parity of the row
//   Rotated   32 bits, squares arranged so that a step is a rotation by 1 or 7, plus an edge mask
//   Padded    35 of 64 bits with ghost squares: a step is one shift
//
// Men only, as in all positions of perft 8 from the start: jumps of kings would be the same
// code in each.  The result is recorded in docs/decisions/board-layout.md.

#include <benchmark/benchmark.h>
#include <bit>
#include <cstdint>

namespace {

enum class Direction { SouthWest, SouthEast, NorthWest, NorthEast };

constexpr Direction opposite(Direction d) {
    return static_cast<Direction>(3 - static_cast<int>(d));
}
constexpr int row_of(int square) {
    return square / 4;
}
constexpr int column_of(int square) {
    return 2 * (square % 4) + (row_of(square) % 2 == 0 ? 1 : 0);
}

struct Standard {
    using Bits = std::uint32_t;
    static constexpr int bit_of(int square) { return square; }
    template <Direction D>
    [[gnu::always_inline]] static Bits shift(Bits b) {
        constexpr Bits Even = 0x0f0f0f0f, Odd = 0xf0f0f0f0;
        constexpr Bits EvenNotEast = 0x07070707, OddNotWest = 0xe0e0e0e0;
        if constexpr (D == Direction::SouthWest) return (b & Even) << 4 | (b & OddNotWest) << 3;
        if constexpr (D == Direction::SouthEast) return (b & Odd) << 4 | (b & EvenNotEast) << 5;
        if constexpr (D == Direction::NorthWest) return (b & Even) >> 4 | (b & OddNotWest) >> 5;
        if constexpr (D == Direction::NorthEast) return (b & Odd) >> 4 | (b & EvenNotEast) >> 3;
    }
};

constexpr int rotated_bit(int square) {
    const int south_east = (row_of(square) + column_of(square) - 1) / 2;
    const int south_west = (row_of(square) - column_of(square) + 7) / 2;
    return (south_east + 7 * south_west) % 32;
}
// The squares from which a step with these row and column changes stays on the board.
constexpr std::uint32_t rotated_inside(int row_step, int column_step) {
    std::uint32_t set = 0;
    for (int s = 0; s < 32; ++s) {
        const int row = row_of(s) + row_step, column = column_of(s) + column_step;
        if (row >= 0 && row < 8 && column >= 0 && column < 8) set |= 1U << rotated_bit(s);
    }
    return set;
}

struct Rotated {
    using Bits = std::uint32_t;
    static constexpr int bit_of(int square) { return rotated_bit(square); }
    template <Direction D>
    [[gnu::always_inline]] static Bits shift(Bits b) {
        if constexpr (D == Direction::SouthEast) return std::rotl(b & rotated_inside(1, 1), 1);
        if constexpr (D == Direction::SouthWest) return std::rotl(b & rotated_inside(1, -1), 7);
        if constexpr (D == Direction::NorthWest) return std::rotr(b & rotated_inside(-1, -1), 1);
        if constexpr (D == Direction::NorthEast) return std::rotr(b & rotated_inside(-1, 1), 7);
    }
};

struct Padded {
    using Bits = std::uint64_t;
    static constexpr int bit_of(int square) { return square + square / 8; }
    template <Direction D>
    [[gnu::always_inline]] static Bits shift(Bits b) {
        if constexpr (D == Direction::SouthWest) return b << 4;
        if constexpr (D == Direction::SouthEast) return b << 5;
        if constexpr (D == Direction::NorthWest) return b >> 5;
        if constexpr (D == Direction::NorthEast) return b >> 4;
    }
};

template <class L>
class Counter {
public:
    using Bits = typename L::Bits;

    static std::uint64_t leaves(int depth) {
        Bits black = 0, white = 0;
        for (int s = 0; s < 12; ++s) black |= Bits{1} << L::bit_of(s);
        for (int s = 20; s < 32; ++s) white |= Bits{1} << L::bit_of(s);
        return count<true>(black, white, depth);
    }

private:
    static constexpr Bits Board = [] {
        Bits all = 0;
        for (int s = 0; s < 32; ++s) all |= Bits{1} << L::bit_of(s);
        return all;
    }();

    template <bool Black>
    static std::uint64_t count(Bits own, Bits enemies, int depth) {
        constexpr Direction Left = Black ? Direction::SouthWest : Direction::NorthWest;
        constexpr Direction Right = Black ? Direction::SouthEast : Direction::NorthEast;
        const Bits empty = Board & ~(own | enemies);
        if (depth == 1) return count_last<Left, Right>(own, enemies, empty);
        std::uint64_t sum = 0;
        Bits jumpers =
            own &
            (L::template shift<opposite(Left)>(L::template shift<opposite(Left)>(empty) & enemies) |
             L::template shift<opposite(Right)>(L::template shift<opposite(Right)>(empty) &
                                                enemies));
        if (jumpers != 0) {
            for (; jumpers != 0; jumpers &= jumpers - 1) {
                const Bits from = jumpers & (0 - jumpers);
                jump<Black, Left, Right>(own & ~from, enemies, empty, from, true, depth, sum);
            }
            return sum;
        }
        step<Black, Left>(own, enemies, empty, depth, sum);
        step<Black, Right>(own, enemies, empty, depth, sum);
        return sum;
    }

    template <bool Black, Direction D>
    [[gnu::always_inline]] static void step(
        Bits own, Bits enemies, Bits empty, int depth, std::uint64_t& sum) {
        Bits movers = own & L::template shift<opposite(D)>(empty);
        for (; movers != 0; movers &= movers - 1) {
            const Bits from = movers & (0 - movers);
            sum += count<!Black>(enemies, (own ^ from) | L::template shift<D>(from), depth - 1);
        }
    }

    template <bool Black, Direction Left, Direction Right>
    static void jump(
        Bits rest, Bits enemies, Bits empty, Bits at, bool first, int depth, std::uint64_t& sum) {
        const Bits over_left = L::template shift<Left>(at) & enemies;
        const Bits over_right = L::template shift<Right>(at) & enemies;
        const Bits left = L::template shift<Left>(over_left) & empty;
        const Bits right = L::template shift<Right>(over_right) & empty;
        if (left != 0)
            jump<Black, Left, Right>(rest, enemies & ~over_left, empty, left, false, depth, sum);
        if (right != 0)
            jump<Black, Left, Right>(rest, enemies & ~over_right, empty, right, false, depth, sum);
        if (left == 0 && right == 0 && !first) sum += count<!Black>(enemies, rest | at, depth - 1);
    }

    template <Direction Left, Direction Right>
    [[gnu::always_inline]] static std::uint64_t count_last(Bits own, Bits enemies, Bits empty) {
        const Bits left = L::template shift<Left>(own), right = L::template shift<Right>(own);
        const Bits jumps_left = L::template shift<Left>(left & enemies) & empty;
        const Bits jumps_right = L::template shift<Right>(right & enemies) & empty;
        const Bits landed = jumps_left | jumps_right;
        const Bits further =
            (L::template shift<Left>(L::template shift<Left>(landed) & enemies) |
             L::template shift<Right>(L::template shift<Right>(landed) & enemies)) &
            empty;
        if (further != 0) return count_branches<Left, Right>(own, enemies, empty);
        const bool jump = landed != 0;
        return static_cast<std::uint64_t>(std::popcount(jump ? jumps_left : left & empty) +
                                          std::popcount(jump ? jumps_right : right & empty));
    }

    // Where a jump can go on it may fork.
    template <Direction Left, Direction Right>
    static std::uint64_t count_branches(Bits own, Bits enemies, Bits empty) {
        std::uint64_t sum = 0;
        for (Bits rest = own; rest != 0; rest &= rest - 1)
            sum += ends<Left, Right>(rest & (0 - rest), enemies, empty, true);
        return sum;
    }

    template <Direction Left, Direction Right>
    static std::uint64_t ends(Bits at, Bits enemies, Bits empty, bool first) {
        const Bits left = L::template shift<Left>(L::template shift<Left>(at) & enemies) & empty;
        const Bits right = L::template shift<Right>(L::template shift<Right>(at) & enemies) & empty;
        if (left == 0 && right == 0) return first ? 0 : 1;
        return (left == 0 ? 0 : ends<Left, Right>(left, enemies, empty, false)) +
               (right == 0 ? 0 : ends<Left, Right>(right, enemies, empty, false));
    }
};

template <class L>
void count_leaves(benchmark::State& state) {
    constexpr int Depth = 8;  // no king appears so early
    std::uint64_t leaves = 0;
    for (auto _ : state) leaves += Counter<L>::leaves(Depth);
    if (leaves != 845'931 * static_cast<std::uint64_t>(state.iterations()))
        state.SkipWithError("wrong count");
    state.counters["leaves/s"] =
        benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK(count_leaves<Standard>)->Unit(benchmark::kMillisecond);
BENCHMARK(count_leaves<Rotated>)->Unit(benchmark::kMillisecond);
BENCHMARK(count_leaves<Padded>)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
