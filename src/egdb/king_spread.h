// KingSpread: quiet king moves over one men configuration, when both sides have kings.
//
// From the seeds to the fixpoint, by turns:
//     S wins   where some king move of S reaches a loss of O        OR of whole rows
//     O loses  where all king moves of O reach wins of S            AND of whole rows
// A king move of S changes the row, and is impossible in the columns where O has a king on the
// square it goes to.  Between the turns the matrix is transposed.  Only rows next to a change are
// looked at again.  A position that no turn reaches is drawn.

#pragma once

#include <array>
#include <vector>

#include "egdb/king_moves.h"
#include "egdb/raw_table.h"
#include "egdb/seeds.h"

namespace deepwell::egdb {

template <class Isa>
class KingSpread {
public:
    explicit KingSpread(const RawTable& table) : table_(table) {}

    void set_men(const Men& men) {
        free_ = (~(men.black | men.white)).bits();
        for (const Side side : Sides) moves_[index(side)].list(table_.sets(side), free_);
    }

    // Wins of `s` and losses of his opponent.  Afterwards wins() and losses() hold them.
    void run(Side s, Seeds& ours, Seeds& theirs) {
        const Side o = other(s);
        wins_.resize(theirs.win.rows(), words_for(ours.win.rows()));
        losses_.resize(ours.win.rows(), words_for(theirs.win.rows()));
        wins_.clear();
        losses_.clear();
        win_blocks_.assign(blocks(ours.win), 1);
        loss_blocks_.assign(blocks(theirs.loss), 1);
        for (bool first = true, changed = true; changed; first = false) {
            show(ours.win, win_blocks_, wins_, win_rows_);
            spread_losses(o, theirs, first);
            show(theirs.loss, loss_blocks_, losses_, loss_rows_);
            changed = spread_wins(s, ours, first);
        }
    }

    // A row for each king set of the side that does not move, a column for each of the mover:
    // the layout of RawTable.
    const KingMatrix& wins() const { return wins_; }
    const KingMatrix& losses() const { return losses_; }

private:
    using Flags = std::vector<std::uint8_t>;

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    static std::size_t blocks(const KingMatrix& matrix) { return words_for(matrix.rows()); }

    // Transposes the blocks of rows that changed, and notes which rows of `to` did.
    static void show(const KingMatrix& from, Flags& from_blocks, KingMatrix& to, Flags& to_rows) {
        to_rows.assign(to.rows(), 0);
        for (std::uint32_t block = 0; block < from_blocks.size(); ++block) {
            if (from_blocks[block] == 0) continue;
            from_blocks[block] = 0;
            transpose_rows(from, block, to, [&](std::uint32_t row) { to_rows[row] = 1; });
        }
    }

    static bool is_next_to(std::span<const KingMove> moves, const Flags& changed) {
        for (const KingMove& move : moves)
            if (changed[move.row] != 0) return true;
        return false;
    }

    void spread_losses(Side o, Seeds& theirs, bool first) {
        const KingSets& our_sets = table_.sets(other(o));
        const std::size_t words = theirs.loss.words();
        for (std::uint32_t r = 0; r < theirs.loss.rows(); ++r) {
            const auto moves = moves_[index(o)].of(r);
            if (!first && !is_next_to(moves, win_rows_)) continue;
            Word* const loss = theirs.loss.row(r);
            const Word* const doomed = theirs.doomed.row(r);
            Word changed = 0;
            for (std::size_t i = 0; i < words; ++i) {
                Word all = doomed[i] & ~loss[i];
                for (std::size_t m = 0; m < moves.size() && all != 0; ++m)
                    all &= wins_.row(moves[m].row)[i] |
                           our_sets.with(static_cast<int>(moves[m].square))[i];
                loss[i] |= all;
                changed |= all;
            }
            if (changed != 0) loss_blocks_[r / 64] = 1;
        }
    }

    bool spread_wins(Side s, Seeds& ours, bool first) {
        bool any_change = false;
        for (std::uint32_t r = 0; r < ours.win.rows(); ++r) {
            const auto moves = moves_[index(s)].of(r);
            if (!first && !is_next_to(moves, loss_rows_)) continue;
            if (!spread_wins_of(r, moves, table_.sets(other(s)), ours)) continue;
            win_blocks_[r / 64] = 1;
            any_change = true;
        }
        return any_change;
    }

    bool spread_wins_of(std::uint32_t r,
                        std::span<const KingMove> moves,
                        const KingSets& their_sets,
                        Seeds& ours) const {
        Word* const win = ours.win.row(r);
        const Word* const quiet = ours.quiet.row(r);
        Word changed = 0;
        for (std::size_t i = 0; i < ours.win.words(); ++i) {
            const Word open = quiet[i] & ~win[i];
            if (open == 0) continue;
            Word reached = 0;
            for (const KingMove& move : moves)
                reached |=
                    losses_.row(move.row)[i] & ~their_sets.with(static_cast<int>(move.square))[i];
            win[i] |= reached & open;
            changed |= reached & open;
        }
        return changed != 0;
    }

    const RawTable& table_;
    SquareSet free_ = 0;
    std::array<KingMoves, 2> moves_;
    KingMatrix wins_, losses_;
    Flags win_blocks_, loss_blocks_;  // blocks of 64 rows not yet shown to the other side
    Flags win_rows_, loss_rows_;      // rows of wins_ and losses_ that changed in the last turn
};

}  // namespace deepwell::egdb
