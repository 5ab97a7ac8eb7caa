// Grounds: do the wins and losses of a men configuration rest on play that ends?
//
// Values that agree with their moves may still be wrong: wins that justify each other on a circle.
// Only quiet king moves can form one, for all other moves lead to what was verified before.  So,
// for one men configuration and both sides to move: what jumps, moves of men or the lack of moves
// decide is founded; from there, a win is founded with the first loss it reaches, and a loss with
// the last win.  What remains is not.

#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "egdb/verify_moves.h"
#include "egdb/verify_walk.h"

namespace deepwell::egdb {

template <class Isa>
class Grounds {
public:
    Grounds(const ArraySet<ValueArray>& arrays, std::stop_token stop)
        : arrays_(arrays), stop_(std::move(stop)) {}

    // Searches a configuration of `array` and, as seen from the other side, of `twin`.  Of two
    // configurations of one array that are each other's turned, the second is left out.
    void search(const ValueArray& array, const ValueArray& twin, std::uint64_t configuration) {
        const Men men = array.index().men().template men_of<Isa>(configuration);
        const Men turned_men{men.white.turned(), men.black.turned()};
        const std::uint64_t other = twin.index().men().template number_of<Isa>(turned_men);
        const bool is_one_array = &array == &twin;
        for (Half& half : halves_) half.open.clear();
        if (is_one_array && other < configuration) return;
        sides_ = is_one_array && other == configuration ? 1 : 2;
        enter(side(0), array, configuration);
        enter(side(1), twin, other);
        for (std::size_t s = 0; s < sides_; ++s) find_first_founded(side(s));
        for (std::size_t s = 0; s < sides_; ++s) spread(s);
    }

    // After a search: the first index of array (0) or twin (1) that is unfounded.
    std::optional<Index> first_unfounded(std::size_t s) {
        const auto& open = side(s).open;
        for (Index cell = 0; cell < open.size(); ++cell)
            if (open[cell] != Nothing) return side(s).first + cell;
        return std::nullopt;
    }

private:
    // What is open about a position; else, for losses, the king moves to wins that are not founded.
    static constexpr std::uint8_t Nothing = 0;
    static constexpr std::uint8_t FoundedAtFirst = 254;  // but nothing was made of it yet
    static constexpr std::uint8_t OpenWin = 255;
    struct Half {
        const ValueArray* array = nullptr;
        Index first = 0;  // of the configuration
        std::vector<std::uint8_t> open;
    };
    struct Founded {
        Position position;
        bool is_win;
        bool is_twin;
    };

    bool is_stopped(Index cell) const { return cell % 4096 == 0 && stop_.stop_requested(); }
    Half& side(std::size_t s) { return halves_[s % sides_]; }

    static void enter(Half& half, const ValueArray& array, std::uint64_t configuration) {
        const Index cells = array.index().moving_sets() * array.index().waiting_sets();
        half.array = &array;
        half.first = configuration * cells;
        half.open.assign(cells, Nothing);
    }

    void find_first_founded(Half& half) const {
        IndexWalk<Isa> walk(half.array->index(), half.first);
        for (Index cell = 0; cell < half.open.size() && !is_stopped(cell); ++cell, walk.advance()) {
            const auto entry = (*half.array)[half.first + cell];
            if (walk.is_void() || entry == ValueArray::entry_of(Wdl::Draw)) continue;
            const PaddedPosition position = turned_and_padded<Isa>(walk.position());
            half.open[cell] = must_jump(position)         ? FoundedAtFirst
                              : entry == ValueArray::Best ? open_win(position)
                                                          : open_loss(position);
        }
    }

    void spread(std::size_t s) {
        Half& half = side(s);
        IndexWalk<Isa> walk(half.array->index(), half.first);
        for (Index cell = 0; cell < half.open.size() && !is_stopped(cell); ++cell, walk.advance()) {
            if (half.open[cell] != FoundedAtFirst) continue;
            half.open[cell] = Nothing;
            const bool is_win = (*half.array)[half.first + cell] == ValueArray::Best;
            founded_.push_back({walk.position(), is_win, s == 1});
            while (!founded_.empty()) {
                const Founded next = founded_.back();
                founded_.pop_back();
                explain_moves_to(next);
            }
        }
    }

    // A win is founded if a move of a man wins.
    std::uint8_t open_win(const PaddedPosition& p) const {
        const View view = view_of<Side::White>(p);
        bool is_founded = false;
        const auto visit = [&](auto piece, Padded from, Padded to, Padded captured) {
            const Position next =
                with_black_to_move<Isa>(after<Side::White>(p, piece, from, to, captured));
            const ValueArray& array = *arrays_.find(next);
            is_founded |= array[array.index().template index_of<Isa>(next)] == ValueArray::Mated;
        };
        const Padded men = view.own - view.kings;
        visit_steps<Forward<Side::White>::Left, Man>(men, view.empty, visit);
        visit_steps<Forward<Side::White>::Right, Man>(men, view.empty, visit);
        return is_founded ? FoundedAtFirst : OpenWin;
    }

    template <class Visit>
    static void for_each_king_move(Padded kings, Padded empty, const Visit& visit) {
        const auto use = [&](King, Padded from, Padded to, Padded) { visit(from, to); };
        visit_steps<Direction::SouthWest, King>(kings, empty, use);
        visit_steps<Direction::SouthEast, King>(kings, empty, use);
        visit_steps<Direction::NorthWest, King>(kings, empty, use);
        visit_steps<Direction::NorthEast, King>(kings, empty, use);
    }

    static std::uint8_t open_loss(const PaddedPosition& p) {
        const View view = view_of<Side::White>(p);
        std::uint8_t count = 0;
        for_each_king_move(view.kings, view.empty, [&](Padded, Padded) { ++count; });
        return count == 0 ? FoundedAtFirst : count;
    }

    // Goes to the positions from which a king's move leads here: each way of a king is a way back.
    void explain_moves_to(const Founded& target) {
        const std::size_t s = target.is_twin ? 0 : 1;
        const Half& half = side(s);
        const PaddedPosition p = turned_and_padded<Isa>(target.position);
        const View view = view_of<Side::Black>(p);
        for_each_king_move(view.kings, view.empty, [&](Padded from, Padded to) {
            const Position before =
                with_black_to_move<Isa>(after<Side::Black>(p, King{}, from, to, Padded{}));
            const Index cell = half.array->index().template index_of<Isa>(before) - half.first;
            if (explains(side(s).open[cell], target.is_win))
                founded_.push_back({before, !target.is_win, s == 1});
        });
    }

    // Is what was open about a position settled by one more founded win or loss that it can reach?
    static bool explains(std::uint8_t& open, bool reached_is_win) {
        if (open == Nothing || open == FoundedAtFirst) return false;
        if ((open == OpenWin) == reached_is_win) return false;
        open = open == OpenWin ? Nothing : static_cast<std::uint8_t>(open - 1);
        return open == Nothing;
    }

    const ArraySet<ValueArray>& arrays_;
    std::stop_token stop_;
    std::size_t sides_ = 2;  // 1: the configuration is its own turned
    Half halves_[2];
    std::vector<Founded> founded_;
};

}  // namespace deepwell::egdb
