// KingSpread: quiet king moves over one men configuration, when both sides have kings.
//
// From the seeds to the fixpoint, by turns:
//     S wins   where some king move of S reaches a loss of O        OR of whole rows
//     O loses  where all king moves of O reach wins of S            AND of whole rows
// A king move of S changes the row, and is impossible in the columns where O has a king on the
// square it goes to.  Such a cell of that row is no position: among the wins it is set and among
// the losses it is not, so that nobody has to look.  Between the turns the matrix is transposed.
// Only rows next to a change are looked at again.  A position that no turn reaches is drawn.

#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

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

// As many words as a register holds.
template <class Isa>
struct WordVector {
    using Type [[gnu::vector_size(16)]] = Word;
    static constexpr std::size_t Lanes = 2;
};
template <>
struct WordVector<Avx2> {
    using Type [[gnu::vector_size(32)]] = Word;
    static constexpr std::size_t Lanes = 4;
};

template <class Isa>
class KingSpread {
public:
    explicit KingSpread(const RawTable& table) : table_(table) {}

    void set_men(const Men& men) {
        free_ = (~(men.black | men.white)).bits();
        for (const Side side : Sides) moves_[index(side)].list(table_.sets(side), free_);
    }

    // Wins of `s` and losses of his opponent.  Afterwards wins() and losses() hold them.  `turns`,
    // on one thread only, are told of each loss of the opponent that is found.
    void run(
        Side s, Seeds& ours, Seeds& theirs, LossTurns* turns = nullptr, bool one_thread = false) {
        const Side o = other(s);
        turns_ = turns;
        wins_.resize(theirs.win.rows(), words_for(ours.win.rows()));
        losses_.resize(ours.win.rows(), words_for(theirs.win.rows()));
        wins_.clear();
        losses_.clear();
        new_wins_.start(ours.win);
        new_losses_.start(theirs.loss);
        shared_ = !one_thread && wins_.rows() * wins_.words() >= SharedWords;
        set_shared(s, ours.win, true);
        changed_.assign(wins_.rows(), 0);
        show(ours.win, new_wins_, wins_);
        next_.all(theirs.loss.rows());
        for (bool first = true; !next_.rows.empty(); first = false) {
            if (turns_ != nullptr) turns_->begin();
            changed_.assign(losses_.rows(), 0);
            spread_losses(o, theirs);
            show(theirs.loss, new_losses_, losses_);
            find_next(s, ours.win.rows());
            if (first) next_.all(ours.win.rows());
            changed_.assign(wins_.rows(), 0);
            spread_wins(s, ours);
            show(ours.win, new_wins_, wins_);
            find_next(o, theirs.loss.rows());
        }
        set_shared(o, wins_, false);
    }

    // Cells in which a square is shared by kings of both sides, and which are no positions, become
    // `value`.  Rows are the sets of `side`, columns those of the other one.
    void set_shared(Side side, KingMatrix& matrix, bool value) const {
        const KingSets& rows = table_.sets(side);
        const KingSets& columns = table_.sets(other(side));
        for (std::uint32_t r = 0; r < matrix.rows(); ++r)
            for (std::uint32_t kings = rows.set(r); kings != 0; kings &= kings - 1) {
                const Word* const with = columns.with(std::countr_zero(kings));
                Word* const row = matrix.row(r);
                for (std::size_t i = 0; i < matrix.words(); ++i)
                    row[i] = value ? row[i] | with[i] : row[i] & ~with[i];
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

    static constexpr int FewBits = 12;

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    // Transposes the new tiles, and marks the rows of `to` that changed.
    void show(const KingMatrix& from, NewTiles& tiles, KingMatrix& to) {
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

    // Words are taken several at a time, the last ones one by one.
    static constexpr std::size_t Lanes = WordVector<Isa>::Lanes;
    using Several = typename WordVector<Isa>::Type;

    template <class Some>
    [[gnu::always_inline]] static Some load(const Word* from) {
        Some words;
        std::memcpy(&words, from, sizeof words);
        return words;
    }
    [[gnu::always_inline]] static bool is_zero(Word word) { return word == 0; }
    [[gnu::always_inline]] static bool is_zero(Several words) {
#if defined(__AVX2__)
        if constexpr (std::is_same_v<Isa, Avx2>)
            return _mm256_testz_si256(reinterpret_cast<__m256i>(words),
                                      reinterpret_cast<__m256i>(words)) != 0;
#endif
        Word any = 0;
        for (std::size_t k = 0; k < Lanes; ++k) any |= words[k];
        return any == 0;
    }

    template <class Step>
    [[gnu::always_inline]] static void for_words(std::size_t words, const Step& step) {
        std::size_t i = 0;
        for (; i + Lanes <= words; i += Lanes) step(i, Several{});
        for (; i < words; ++i) step(i, Word{});
    }

    void spread_losses(Side o, Seeds& theirs) {
        for_next_rows([&](std::uint32_t r) {
            const auto moves = moves_[index(o)].of(r);
            Word* const loss = theirs.loss.row(r);
            const Word* const doomed = theirs.doomed.row(r);
            for_words(
                theirs.loss.words(),
                [&]<class Some>(std::size_t i, Some) __attribute__((always_inline)) {
                    Some all = load<Some>(doomed + i) & ~load<Some>(loss + i);
                    for (std::size_t m = 0; m < moves.size() && !is_zero(all); ++m)
                        all &= load<Some>(wins_.row(moves[m].row) + i);
                    if (is_zero(all)) return;
                    add(theirs.loss, r, i, all, new_losses_, losses_);
                    note_turns(r, i, all);
                });
        });
    }

    void spread_wins(Side s, Seeds& ours) {
        for_next_rows([&](std::uint32_t r) {
            const auto moves = moves_[index(s)].of(r);
            Word* const win = ours.win.row(r);
            const Word* const quiet = ours.quiet.row(r);
            for_words(
                ours.win.words(),
                [&]<class Some>(std::size_t i, Some) __attribute__((always_inline)) {
                    const Some open = load<Some>(quiet + i) & ~load<Some>(win + i);
                    if (is_zero(open)) return;
                    Some reached{};
                    for (const KingMove& move : moves)
                        reached |= load<Some>(losses_.row(move.row) + i);
                    reached &= open;
                    if (!is_zero(reached)) add(ours.win, r, i, reached, new_wins_, wins_);
                });
        });
    }

    // Few new bits are shown to the other side one by one, many with their tile.
    template <class Some>
    [[gnu::always_inline]] void add(KingMatrix& matrix,
                                    std::uint32_t r,
                                    std::size_t i,
                                    Some bits,
                                    NewTiles& tiles,
                                    KingMatrix& shown) {
        const Some both = load<Some>(matrix.row(r) + i) | bits;
        std::memcpy(matrix.row(r) + i, &both, sizeof both);
        for_each_word(bits, i, [&](std::size_t word, Word part) {
            if (part == 0) return;
            if (shared_ || std::popcount(part) > FewBits) return raise(tiles.of_row(r)[word]);
            for (; part != 0; part &= part - 1) {
                const auto row = static_cast<std::uint32_t>(
                    64 * word + static_cast<std::size_t>(std::countr_zero(part)));
                shown.row(row)[r / 64] |= Word{1} << (r % 64);
                changed_[row] = 1;
            }
        });
    }

    template <class Some>
    [[gnu::always_inline]] void note_turns(std::uint32_t r, std::size_t i, Some bits) {
        if (turns_ == nullptr) return;
        for_each_word(bits, i, [&](std::size_t word, Word part) { turns_->note(r, word, part); });
    }

    template <class Visit>
    [[gnu::always_inline]] static void for_each_word(Word bits, std::size_t i, const Visit& visit) {
        visit(i, bits);
    }
    template <class Visit>
    [[gnu::always_inline]] static void for_each_word(Several bits,
                                                     std::size_t i,
                                                     const Visit& visit) {
        for (std::size_t k = 0; k < Lanes; ++k) visit(i + k, bits[k]);
    }

    const RawTable& table_;
    LossTurns* turns_ = nullptr;
    SquareSet free_ = 0;
    std::array<KingMoves, 2> moves_;
    KingMatrix wins_, losses_;
    NewTiles new_wins_, new_losses_;
    NextRows next_;
    Flags changed_;        // rows of what the other side is shown that the last turn changed
    bool shared_ = false;  // among threads
};

}  // namespace deepwell::egdb
