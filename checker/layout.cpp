#include "layout.h"

#include <span>

namespace checker {

namespace {

constexpr std::uint64_t RowWithoutKings = 32;  // configurations
constexpr std::uint32_t All = ~std::uint32_t{0};

// How many sets of `size` elements a set of `from` elements has.
constexpr auto Choose = [] {
    std::array<std::array<std::uint64_t, 13>, 33> table{};
    for (std::size_t from = 0; from < table.size(); ++from) {
        table[from][0] = 1;
        for (std::size_t size = 1; from > 0 && size < table[from].size(); ++size)
            table[from][size] = table[from - 1][size - 1] + table[from - 1][size];
    }
    return table;
}();
std::uint64_t choose(int from, int size) {
    return Choose[static_cast<std::size_t>(from)][static_cast<std::size_t>(size)];
}

// The colexicographic rank of a set, and the set with a rank.
std::uint64_t rank_of(std::uint32_t set) {
    std::uint64_t rank = 0;
    for (int size = 1; set != 0; ++size, set &= set - 1)
        rank += choose(std::countr_zero(set), size);
    return rank;
}
std::uint32_t set_of_rank(std::uint64_t rank, int size) {
    std::uint32_t set = 0;
    for (int from = 31; size > 0; --from)
        if (choose(from, size) <= rank) {
            set |= std::uint32_t{1} << from;
            rank -= choose(from, size--);
        }
    return set;
}

Squares room_for_white_men(Squares black_men) {
    return AllSquares & ~king_row(Side::White) & ~black_men;
}

// The codec numbers the squares of kings anew: rows 1, 3, ... and then 2, 4, ..., to and fro.
constexpr auto KingNumbers = [] {
    std::array<unsigned, SquareCount> numbers{};
    unsigned next = 0;
    for (const unsigned start : {0U, 1U})
        for (unsigned row = start; row < BoardSize; row += 2)
            for (unsigned i = 0; i < BoardSize; ++i) {
                const unsigned column = row / 2 % 2 == 0 ? i : BoardSize - 1 - i;
                const Squares square = square_at(row, column);
                if (square != 0) numbers[lowest(square)] = next++;
            }
    return numbers;
}();
std::uint32_t king_numbers(Squares kings) {
    std::uint32_t numbers = 0;
    for (; kings != 0; kings &= kings - 1)
        numbers |= std::uint32_t{1} << KingNumbers[lowest(kings)];
    return numbers;
}
Squares king_squares(std::uint32_t numbers) {
    Squares kings = 0;
    for (unsigned square = 0; square < SquareCount; ++square)
        kings |= (numbers >> KingNumbers[square] & 1U) << square;
    return kings;
}

// By number, the squares on which an inner king makes a cell moot; all if every cell is.
std::uint32_t moot_numbers(const Layout& layout, std::uint64_t configuration, Squares outer_kings) {
    const auto begin = std::ranges::upper_bound(layout.first, configuration) - 1;
    const auto rank = static_cast<std::uint64_t>(begin - layout.first.begin());
    const Squares black_men = set_of_rank(rank, layout.material.black_men);
    const std::uint32_t white_men = set_of_rank(configuration - *begin, layout.material.white_men);
    const Squares prey = outer_kings | scattered(white_men, room_for_white_men(black_men));
    const Squares empty = ~(black_men | prey);
    Squares moot = ~empty;
    for (unsigned from = 0; from < SquareCount; ++from) {
        const std::span<const Step> steps = Steps[from];
        const auto is_jump = [=](const Step& step) { return step.is_jump(prey, empty); };
        if (layout.black_is_inner && std::ranges::any_of(steps, is_jump))
            moot |= Squares{1} << from;
        if ((black_men >> from & 1U) == 0) continue;
        for (const Step& step : steps.first(2)) {
            if (is_jump(step)) return All;
            if (!layout.black_is_inner && (step.behind & empty) != 0) moot |= step.to;
        }
    }
    return king_numbers(moot);
}

std::uint64_t distance(const Layout& layout, std::uint32_t upper, std::uint32_t outer) {
    if (layout.inner_kings >= 3) return lowest(upper & (upper - 1)) - 1;
    if (layout.inner_kings == 2) return layout.upper_sets;
    if (layout.outer_kings >= 2) return lowest(outer & (outer - 1)) - 1;
    return layout.outer_kings == 1 ? layout.outer_sets : 2;
}

}  // namespace

Material material_of(const Position& p) {
    return {std::popcount(p.black & p.kings),
            std::popcount(p.black & ~p.kings),
            std::popcount(p.white & p.kings),
            std::popcount(p.white & ~p.kings)};
}

bool is_derived(const Material& m, const Position& p) {
    if (m.pieces() < 6 || m.black_kings > 1) return false;
    if (m.black() != m.white()) return m.black() == m.white() - 1;
    if (m.black_kings != m.white_kings) return m.black_kings < m.white_kings;
    return (p.black & ~p.kings) > turned(p.white & ~p.kings);
}

Layout::Layout(const Material& m)
    : material(m),
      black_is_inner(m.black_kings > 0),
      inner_kings(black_is_inner ? m.black_kings : m.white_kings),
      outer_kings(black_is_inner ? m.white_kings : 0),
      outer_sets(choose(SquareCount, outer_kings)) {
    const int squares = std::popcount(AllSquares & ~king_row(Side::Black));
    std::uint64_t configurations = 0;
    for (std::uint64_t rank = 0; rank < choose(squares, m.black_men); ++rank) {
        first.push_back(configurations);
        const Squares room = room_for_white_men(set_of_rank(rank, m.black_men));
        configurations += choose(std::popcount(room), m.white_men);
    }
    first.push_back(configurations);
    row_count = (configurations + RowWithoutKings - 1) / RowWithoutKings;
    if (inner_kings == 0) return;
    upper_sets = choose(SquareCount - 1, inner_kings - 1);
    row_count = configurations * outer_sets * upper_sets;
}

std::pair<std::uint64_t, std::uint64_t> Layout::cell_of(const Position& p) const {
    const Squares black_men = p.black & ~p.kings;
    const Squares white_men = p.white & ~p.kings;
    const std::uint64_t configuration =
        first[rank_of(black_men)] + rank_of(gathered(white_men, room_for_white_men(black_men)));
    if (inner_kings == 0) return {configuration / RowWithoutKings, configuration % RowWithoutKings};
    const std::uint32_t inner = king_numbers(p.kings & (black_is_inner ? p.black : p.white));
    const std::uint32_t outer = king_numbers(p.kings & (black_is_inner ? p.white : 0));
    const std::uint64_t plane = configuration * outer_sets + rank_of(outer);
    return {plane * upper_sets + rank_of((inner & (inner - 1)) >> 1), lowest(inner)};
}

std::vector<Row> Layout::rows(std::uint64_t begin, std::uint64_t count) const {
    std::vector<Row> rows;
    std::uint32_t outer = 0, moot = 0;  // of the plane
    for (std::uint64_t number = begin; number < begin + count; ++number) {
        if (inner_kings == 0) {
            const std::uint64_t rest = first.back() - number * RowWithoutKings;
            rows.push_back({static_cast<unsigned>(std::min(rest, RowWithoutKings)), 2, 0});
            continue;
        }
        if (number == begin || number % upper_sets == 0) {
            const std::uint64_t plane = number / upper_sets;
            outer = set_of_rank(plane % outer_sets, outer_kings);
            moot = moot_numbers(*this, plane / outer_sets, king_squares(outer));
        }
        const std::uint32_t upper = set_of_rank(number % upper_sets, inner_kings - 1);
        const unsigned length = upper == 0 ? SquareCount : lowest(upper) + 1;
        const bool all_moot = (upper << 1 & moot) != 0;
        rows.push_back({length, distance(*this, upper, outer), all_moot ? All : moot});
    }
    return rows;
}

}  // namespace checker
