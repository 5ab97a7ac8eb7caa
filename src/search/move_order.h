// MoveOrder: which move to try first, learned from what cut off before.  One per thread.
//
// The table's move, then killers of the same ply, then by history: how often the move cut off, with
// old experience fading.  Where jumps are due, all moves are jumps: the largest first.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "board/move_list_kernel.h"
#include "search/search_params.h"
#include "search/search_score.h"
#include "search/transposition_table.h"

namespace deepwell::search {

// The legal moves of a position, handed out best first.
class RankedMoves {
public:
    template <class Isa>
    RankedMoves(const Position& position, Isa) : moves_(moves_of<Isa>(position)) {}

    std::size_t size() const { return moves_.size(); }
    const Move& operator[](std::size_t i) const { return moves_[i]; }
    int& rank(std::size_t i) { return ranks_[i]; }
    int rank(std::size_t i) const { return ranks_[i]; }

    // The i-th best.
    Move pick(std::size_t i) {
        while (picked_ <= i) bring_best_to(picked_++);
        return moves_[i];
    }

private:
    void bring_best_to(std::size_t i) {
        // Without a branch: which one is best cannot be foretold.
        std::size_t best = i;
        int highest = ranks_[i];
        for (std::size_t j = i + 1; j < moves_.size(); ++j) {
            const bool higher = ranks_[j] > highest;
            best = higher ? j : best;
            highest = higher ? ranks_[j] : highest;
        }
        std::swap(moves_[i], moves_[best]);
        std::swap(ranks_[i], ranks_[best]);
    }

    std::size_t picked_ = 0;
    MoveList moves_;
    std::array<int, MoveList::Capacity> ranks_;
};

class MoveOrder {
public:
    explicit MoveOrder(const SearchParams& params) : params_(params) {}

    // How the path came here: what the last moves were.
    class Arrival {
    public:
        Arrival() = default;
        // `before`: of the position in which the move was made.
        Arrival(const Move& move, const Position& position, const Arrival& before)
            : last_(static_cast<std::uint8_t>(move.to.index() |
                                              (position.kings.contains(move.from) ? 32 : 0) |
                                              (position.side == Side::Black ? 64 : 0))),
              last_but_one_(before.last_) {}

    private:
        friend MoveOrder;
        static constexpr std::uint8_t Nothing = 128;
        std::uint8_t last_ = Nothing;
        std::uint8_t last_but_one_ = Nothing;
    };

    void rank(RankedMoves& moves,
              const Position& position,
              MoveCode from_table,
              int ply,
              int depth,
              const Arrival& arrival) const;

    // The last of `tried` cut off.  REQUIRES: not empty.
    void learn(std::span<const Move> tried, Side side, int depth, int ply, const Arrival& arrival);

    // How good a quiet move looks by its rank; killers look like the best of the others.
    static int merit_of(int rank) { return std::min(rank, MaxMerit); }
    void clear();
    // A new search: killers are forgotten, history fades.
    void new_search();

    static constexpr int MaxHistory = 16384;
    static constexpr int MaxMerit = 2 * MaxHistory;

private:
    static constexpr int TableRank = 1 << 24;
    static constexpr int KillerRank = 1 << 20;
    static constexpr int CapturedRank = 4;  // each piece; a king counts one more

    static std::size_t slot(const Move& move, Side side) {
        return static_cast<std::size_t>(side) << 10 |
               static_cast<std::size_t>(move.from.index()) << 5 |
               static_cast<std::size_t>(move.to.index());
    }
    // A quiet move: from where, and which of the four ways.  The two squares ahead, and the two
    // behind, are neighbours by number on every board.
    static std::size_t step_of(const Move& move) {
        const bool is_up = move.to.index() > move.from.index();
        return static_cast<std::size_t>(move.from.index()) << 2 | (is_up ? 2U : 0U) |
               (static_cast<unsigned>(move.to.index()) & 1U);
    }
    int history(const Move& move, Side side) const { return history_[slot(move, side)]; }
    int history(const Move& move, Side side, const Arrival& arrival) const {
        const std::size_t step = step_of(move);
        return (2 * history(move, side) + after_last_[arrival.last_][step] +
                after_last_but_one_[arrival.last_but_one_][step]) /
               2;
    }
    // Near the leaves, where most nodes are, the wider history is not worth its memory.
    bool looks_back(int depth) const {
        return params_.continuation && depth >= params_.continuation_depth;
    }
    template <class History>
    void rank_by(const History& history,
                 RankedMoves& moves,
                 const Position& position,
                 MoveCode from_table,
                 int ply) const;
    static void credit(std::int16_t& history, int amount);

    const SearchParams& params_;
    std::array<std::int16_t, std::size_t{1} << 11> history_{};
    using AfterMoves =
        std::array<std::array<std::int16_t, std::size_t{4} * SquareCount>, Arrival::Nothing + 1>;
    AfterMoves after_last_{};
    AfterMoves after_last_but_one_{};
    std::array<std::array<MoveCode, 2>, MaxPly + 1> killers_{};
};

[[gnu::always_inline]] inline void MoveOrder::rank(RankedMoves& moves,
                                                   const Position& position,
                                                   MoveCode from_table,
                                                   int ply,
                                                   int depth,
                                                   const Arrival& arrival) const {
    const Side side = position.side;
    if (!params_.history)
        rank_by([](const Move&) { return 0; }, moves, position, from_table, ply);
    else if (looks_back(depth))
        rank_by([&](const Move& move) { return history(move, side, arrival); },
                moves,
                position,
                from_table,
                ply);
    else
        rank_by([&](const Move& move) { return history(move, side); },
                moves,
                position,
                from_table,
                ply);
}

template <class History>
[[gnu::always_inline]] inline void MoveOrder::rank_by(const History& history,
                                                      RankedMoves& moves,
                                                      const Position& position,
                                                      MoveCode from_table,
                                                      int ply) const {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = moves[i];
        const MoveCode code(move);
        int& rank = moves.rank(i);
        if (code == from_table)
            rank = TableRank;
        else if (move.is_jump())
            rank = CapturedRank * move.captured.count() + (move.captured & position.kings).count();
        else if (params_.killers && code == killers[0])
            rank = KillerRank + 1;
        else if (params_.killers && code == killers[1])
            rank = KillerRank;
        else
            rank = history(move);
    }
}

}  // namespace deepwell::search
