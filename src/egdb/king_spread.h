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
#include <numeric>
#include <vector>

#include "egdb/king_moves.h"
#include "egdb/parallel_rows.h"
#include "egdb/raw_table.h"
#include "egdb/seeds.h"

namespace deepwell::egdb {

// In which turn each position of the side that is lost was found to be so, from 1; 0 for those that
// were seeds, and for all others.
class LossTurns {
public:
    // A byte for each king set of the loser (rows) and of the winner (columns).
    LossTurns(std::vector<std::uint8_t>& turns, std::uint32_t rows, std::uint32_t columns)
        : turns_(turns), columns_(columns) {
        turns_.assign(std::size_t{rows} * columns, 0);
    }

    void begin() { turn_ = static_cast<std::uint8_t>(std::min(turn_ + 1, 255)); }
    void note(std::uint32_t row, std::size_t word, Word bits) {
        const std::size_t first = std::size_t{row} * columns_ + 64 * word;
        for (; bits != 0; bits &= bits - 1)
            turns_[first + static_cast<std::size_t>(std::countr_zero(bits))] = turn_;
    }

private:
    std::vector<std::uint8_t>& turns_;
    std::uint32_t columns_;
    std::uint8_t turn_ = 0;
};

template <class Isa>
class KingSpread {
public:
    explicit KingSpread(const RawTable& table) : table_(table) {}

    void set_men(const Men& men) {
        free_ = (~(men.black | men.white)).bits();
        for (const Side side : Sides) moves_[index(side)].list(table_.sets(side), free_);
    }

    // Wins of `s` and losses of his opponent.  Afterwards wins() and losses() hold them.  With
    // `turns` it works on one thread, and they are told of each loss of the opponent that is found.
    void run(Side s, Seeds& ours, Seeds& theirs, LossTurns* turns = nullptr) {
        const Side o = other(s);
        turns_ = turns;
        wins_.resize(theirs.win.rows(), words_for(ours.win.rows()));
        losses_.resize(ours.win.rows(), words_for(theirs.win.rows()));
        wins_.clear();
        losses_.clear();
        new_wins_.start(ours.win);
        new_losses_.start(theirs.loss);
        shared_ = turns == nullptr && wins_.rows() * wins_.words() >= SharedWords;
        show(ours.win, new_wins_, wins_);
        next_.all(theirs.loss.rows());
        for (bool first = true; !next_.rows.empty(); first = false) {
            if (turns_ != nullptr) turns_->begin();
            spread_losses(o, theirs);
            show(theirs.loss, new_losses_, losses_);
            find_next(s, ours.win.rows());
            if (first) next_.all(ours.win.rows());
            spread_wins(s, ours);
            show(ours.win, new_wins_, wins_);
            find_next(o, theirs.loss.rows());
        }
    }

    // A row for each king set of the side that does not move, a column for each of the mover:
    // the layout of RawTable.
    const KingMatrix& wins() const { return wins_; }
    const KingMatrix& losses() const { return losses_; }

private:
    using Flags = std::vector<std::uint8_t>;

    // Tiles of 64 x 64 bits with something that the other side has not been shown.
    struct NewTiles {
        std::size_t words = 0;
        Flags flags;

        void start(const KingMatrix& matrix) {
            words = matrix.words();
            flags.assign(words_for(matrix.rows()) * words, 1);
        }
        std::uint8_t* of_row(std::uint32_t r) { return flags.data() + r / 64 * words; }
    };

    // Rows to look at in the next turn.
    struct NextRows {
        std::vector<std::uint32_t> rows;
        Flags is_in;

        void none(std::uint32_t count) {
            rows.clear();
            is_in.assign(count, 0);
        }
        void all(std::uint32_t count) {
            is_in.assign(count, 1);
            rows.resize(count);
            std::iota(rows.begin(), rows.end(), 0U);
        }
        void add(std::uint32_t row) {
            if (is_in[row] != 0) return;
            is_in[row] = 1;
            rows.push_back(row);
        }
    };

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    // Transposes the new tiles, and marks the rows of `to` that changed.
    void show(const KingMatrix& from, NewTiles& tiles, KingMatrix& to) {
        changed_.assign(to.rows(), 0);
        for_parts(shared_, tiles.flags.size(), 64, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (tiles.flags[i] == 0) continue;
                tiles.flags[i] = 0;
                const auto block = static_cast<std::uint32_t>(i / tiles.words);
                transpose_tile(from, block, i % tiles.words, to, [&](std::uint32_t row) {
                    raise(changed_[row]);
                });
            }
        });
    }

    // What a row holds concerns the sets from which a king moves into it, which are those that it
    // can move back to.
    void find_next(Side side, std::uint32_t rows) {
        next_.none(rows);
        for (std::uint32_t r = 0; r < changed_.size(); ++r)
            if (changed_[r] != 0)
                for (const KingMove& move : moves_[index(side)].of(r)) next_.add(move.row);
    }

    template <class Spread>
    void for_next_rows(const Spread& spread) {
        for_parts(shared_, next_.rows.size(), 16, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) spread(next_.rows[i]);
        });
    }

    void spread_losses(Side o, Seeds& theirs) {
        const KingSets& our_sets = table_.sets(other(o));
        const std::size_t words = theirs.loss.words();
        for_next_rows([&](std::uint32_t r) {
            const auto moves = moves_[index(o)].of(r);
            Word* const loss = theirs.loss.row(r);
            const Word* const doomed = theirs.doomed.row(r);
            std::uint8_t* const tiles = new_losses_.of_row(r);
            for (std::size_t i = 0; i < words; ++i) {
                Word all = doomed[i] & ~loss[i];
                for (std::size_t m = 0; m < moves.size() && all != 0; ++m)
                    all &= wins_.row(moves[m].row)[i] |
                           our_sets.with(static_cast<int>(moves[m].square))[i];
                if (all == 0) continue;
                loss[i] |= all;
                raise(tiles[i]);
                if (turns_ != nullptr) turns_->note(r, i, all);
            }
        });
    }

    void spread_wins(Side s, Seeds& ours) {
        const KingSets& their_sets = table_.sets(other(s));
        for_next_rows([&](std::uint32_t r) {
            const auto moves = moves_[index(s)].of(r);
            Word* const win = ours.win.row(r);
            const Word* const quiet = ours.quiet.row(r);
            std::uint8_t* const tiles = new_wins_.of_row(r);
            for (std::size_t i = 0; i < ours.win.words(); ++i) {
                const Word open = quiet[i] & ~win[i];
                if (open == 0) continue;
                Word reached = 0;
                for (const KingMove& move : moves)
                    reached |= losses_.row(move.row)[i] &
                               ~their_sets.with(static_cast<int>(move.square))[i];
                if ((reached & open) == 0) continue;
                win[i] |= reached & open;
                raise(tiles[i]);
            }
        });
    }

    const RawTable& table_;
    LossTurns* turns_ = nullptr;
    SquareSet free_ = 0;
    std::array<KingMoves, 2> moves_;
    KingMatrix wins_, losses_;
    NewTiles new_wins_, new_losses_;
    NextRows next_;
    Flags changed_;        // rows that the last show() changed
    bool shared_ = false;  // among threads
};

}  // namespace deepwell::egdb
