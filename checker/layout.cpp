#include "layout.h"

#include <algorithm>
#include <array>
#include <bit>

namespace checker {

namespace {

constexpr std::uint64_t RowWithoutKings = 32;  // configurations

// How many sets of `size` elements a set of `from` elements has.
using Binomials = std::array<std::array<std::uint64_t, 13>, 33>;
constexpr Binomials Choose = [] {
    Binomials table{};
    for (std::size_t from = 0; from < table.size(); ++from) {
        table[from][0] = 1;
        for (std::size_t size = 1; from > 0 && size < table[from].size(); ++size)
            table[from][size] = table[from - 1][size - 1] + table[from - 1][size];
    }
    return table;
}();
constexpr std::uint64_t choose(int from, int size) {
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
struct KingNumbers {
    std::array<int, 32> number{};  // of a square
    std::array<int, 32> square{};  // of a number
};
constexpr KingNumbers Kings = [] {
    KingNumbers kings;
    std::array<int, BoardSize + 1> first{};  // square of each row
    for (std::size_t row = 0; row < BoardSize; ++row) {
        const std::size_t is_wide = BoardSize % 2 * (1 - row % 2);
        first[row + 1] = first[row] + BoardSize / 2 + static_cast<int>(is_wide);
    }
    int number = 0;
    for (std::size_t start = 0; start < 2; ++start)
        for (std::size_t row = start; row < BoardSize; row += 2)
            for (int i = 0; i < first[row + 1] - first[row]; ++i, ++number) {
                const int square = row / 2 % 2 == 0 ? first[row] + i : first[row + 1] - 1 - i;
                kings.number[static_cast<std::size_t>(square)] = number;
                kings.square[static_cast<std::size_t>(number)] = square;
            }
    return kings;
}();

std::uint32_t permuted(std::uint32_t set, const std::array<int, 32>& places) {
    std::uint32_t result = 0;
    for (; set != 0; set &= set - 1)
        result |= std::uint32_t{1} << places[static_cast<std::size_t>(std::countr_zero(set))];
    return result;
}
std::uint32_t king_numbers(Squares kings) {
    return permuted(kings, Kings.number);
}
Squares king_squares(std::uint32_t numbers) {
    return permuted(numbers, Kings.square);
}

std::uint64_t second_lowest(std::uint32_t set) {
    return static_cast<std::uint64_t>(std::countr_zero(set & (set - 1)));
}

bool may_be_derived(const Material& m) {
    return m.pieces() >= 6 && m.black_kings <= 1;
}

}  // namespace

Material material_of(const Position& p) {
    return {std::popcount(p.black & p.kings),
            std::popcount(p.black & ~p.kings),
            std::popcount(p.white & p.kings),
            std::popcount(p.white & ~p.kings)};
}

std::string to_text(const Material& m) {
    return std::to_string(m.black_kings) + 'k' + std::to_string(m.black_men) + "m-" +
           std::to_string(m.white_kings) + 'k' + std::to_string(m.white_men) + 'm';
}

bool is_derived(const Material& m) {
    return may_be_derived(m) && (m.black() == m.white() - 1 ||
                                 (m.black() == m.white() && m.black_kings < m.white_kings));
}

bool is_derived(const Material& m, const Position& p) {
    const bool is_even = m.black_kings == m.white_kings && m.black_men == m.white_men;
    if (is_even && may_be_derived(m)) return (p.black & ~p.kings) > turned(p.white & ~p.kings);
    return is_derived(m);
}

Layout::Layout(const Material& m)
    : material_(m),
      black_is_inner_(m.black_kings > 0),
      inner_kings_(black_is_inner_ ? m.black_kings : m.white_kings),
      outer_kings_(black_is_inner_ ? m.white_kings : 0),
      outer_sets_(choose(SquareCount, outer_kings_)) {
    const std::uint64_t black_sets =
        choose(SquareCount - std::popcount(king_row(Side::Black)), m.black_men);
    std::uint64_t configurations = 0;
    for (std::uint64_t rank = 0; rank < black_sets; ++rank) {
        first_.push_back(configurations);
        const Squares room = room_for_white_men(set_of_rank(rank, m.black_men));
        configurations += choose(std::popcount(room), m.white_men);
    }
    first_.push_back(configurations);
    if (inner_kings_ > 0) {
        upper_sets_ = choose(SquareCount - 1, inner_kings_ - 1);
        rows_ = configurations * outer_sets_ * upper_sets_;
    } else {
        rows_ = (configurations + RowWithoutKings - 1) / RowWithoutKings;
    }
}

Cell Layout::cell_of(const Position& p) const {
    const std::uint64_t configuration = configuration_of({p.black & ~p.kings, p.white & ~p.kings});
    if (inner_kings_ == 0)
        return {configuration / RowWithoutKings,
                static_cast<unsigned>(configuration % RowWithoutKings)};
    const std::uint32_t inner = king_numbers(p.kings & (black_is_inner_ ? p.black : p.white));
    const std::uint32_t outer = king_numbers(p.kings & (black_is_inner_ ? p.white : 0));
    const std::uint32_t upper = (inner & (inner - 1)) >> 1;
    const std::uint64_t plane = configuration * outer_sets_ + rank_of(outer);
    return {plane * upper_sets_ + rank_of(upper), static_cast<unsigned>(std::countr_zero(inner))};
}

std::uint64_t Layout::configuration_of(const Men& men) const {
    return first_[rank_of(men.black)] + rank_of(gathered(men.white, room_for_white_men(men.black)));
}

Layout::Men Layout::men_of(std::uint64_t configuration) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), configuration);
    const auto rank = static_cast<std::uint64_t>(after - first_.begin()) - 1;
    const Squares black = set_of_rank(rank, material_.black_men);
    const std::uint32_t white = set_of_rank(configuration - first_[rank], material_.white_men);
    return {black, scattered(white, room_for_white_men(black))};
}

// By number, the squares on which an inner king makes a cell moot; all if every cell is.
std::uint32_t Layout::moot_squares(const Men& men, Squares outer_kings) const {
    const Squares blocked = men.black | men.white | outer_kings;
    const Squares prey = men.white | outer_kings;  // what there is to jump
    Squares moot = blocked;
    for (int from = 0; from < SquareCount; ++from) {
        const Squares here = Squares{1} << from;
        for (const Jump& jump : jumps_from(from)) {
            if ((blocked & jump.to) != 0) continue;
            const bool is_man = (men.black & here) != 0 && jump.is_down;
            if (is_man && (prey & jump.over) != 0) return ~std::uint32_t{0};
            if (black_is_inner_ && (prey & jump.over) != 0) moot |= here;
            if (!black_is_inner_ && is_man) moot |= jump.over;
        }
    }
    return king_numbers(moot);
}

Row Layout::Walk::row(std::uint64_t number) {
    if (layout_.inner_kings_ == 0) {
        const std::uint64_t rest = layout_.first_.back() - number * RowWithoutKings;
        return {static_cast<unsigned>(std::min(rest, RowWithoutKings)), 2, 0};
    }
    enter_plane(number / layout_.upper_sets_);
    const std::uint32_t upper = set_of_rank(number % layout_.upper_sets_, layout_.inner_kings_ - 1);
    const unsigned length =
        upper == 0 ? SquareCount : static_cast<unsigned>(std::countr_zero(upper)) + 1;
    const bool all_moot = (upper << 1 & moot_) != 0;
    return {length, distance(upper), all_moot ? ~std::uint32_t{0} : moot_};
}

void Layout::Walk::enter_plane(std::uint64_t plane) {
    if (plane == plane_) return;
    plane_ = plane;
    outer_ = set_of_rank(plane % layout_.outer_sets_, layout_.outer_kings_);
    moot_ = layout_.moot_squares(layout_.men_of(plane / layout_.outer_sets_), king_squares(outer_));
}

std::uint64_t Layout::Walk::distance(std::uint32_t upper) const {
    if (layout_.inner_kings_ >= 3) return second_lowest(upper) - 1;
    if (layout_.inner_kings_ == 2) return layout_.upper_sets_;
    if (layout_.outer_kings_ >= 2) return second_lowest(outer_) - 1;
    return layout_.outer_kings_ == 1 ? layout_.outer_sets_ : 2;
}

}  // namespace checker
