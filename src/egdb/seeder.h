// Seeder: settles jumps and moves of men of one side over a men configuration, for all king sets.

#pragma once

#include "egdb/move_walker.h"
#include "egdb/seeds.h"

namespace deepwell::egdb {

class Seeder {
public:
    virtual ~Seeder() = default;

    virtual void set_men(const Men& men) = 0;

    // False: only jumps are settled from now on.
    virtual void set_moves_men(bool moves_men) = 0;

    // Of the values that moves lead to: whether wins and losses of the opponent are looked at.  If
    // not, they are taken for unknown.  Without wins nothing is said to be lost or doomed.
    virtual void set_wanted(bool wins, bool losses) = 0;

    // The rows of the mover's king sets from `begin` to before `end`.
    // REQUIRES: the seeds have a row for each of his sets and a column for each of his opponent's.
    virtual void seed_rows(Seeds& seeds, std::uint32_t begin, std::uint32_t end) = 0;

    // One row with a column for each king set of the mover.  REQUIRES: the opponent has no kings.
    virtual void seed_columns(Seeds& seeds) = 0;

    // After seed_columns: one quiet king move, where `there` are the finished values of the
    // opponent, with the same columns.  Adds wins, and takes away from the doomed.
    virtual void look_ahead(const Seeds& there, Seeds& here) = 0;
};

template <class Isa, std::size_t Width>
class SeederKernel final : public Seeder, private MoveWalker<Isa, Width, SeederKernel<Isa, Width>> {
    using Walker = MoveWalker<Isa, Width, SeederKernel<Isa, Width>>;
    friend Walker;
    using typename Walker::Child;
    using typename Walker::Path;
    using typename Walker::Row;
    using typename Walker::Words;
    using Walker::columns_, Walker::free_, Walker::mover_, Walker::own_columns_, Walker::table_;
    using Walker::remove, Walker::room_, Walker::source_, Walker::target_, Walker::words;

public:
    SeederKernel(const RawStore& store, const RawTable& table, Side mover)
        : Walker(store, table, mover) {
        for (Words* row : {&valid_, &jumping_, &losing_, &won_, &lost_, &packed_})
            row->assign(room_ + 2, 0);
    }

    void set_men(const Men& men) override { this->place_men(men); }
    void set_moves_men(bool moves_men) override { moves_men_ = moves_men; }
    void set_wanted(bool wins, bool losses) override {
        wants_wins_ = wins;
        wants_losses_ = losses;
    }

    void seed_rows(Seeds& seeds, std::uint32_t begin, std::uint32_t end) override {
        const KingSets& rows = table_.sets(mover_);
        this->use_columns(false);
        for (std::uint32_t r = begin; r < end; ++r) {
            this->place_kings(rows.set(r));
            seed_row(seeds, r);
        }
    }

    void seed_columns(Seeds& seeds) override {
        this->use_columns(true);
        seeds.resize(1, words());
        seed_row(seeds, 0);
    }

    void look_ahead(const Seeds& there, Seeds& here) override {
        for (SquareSet rest = free_; rest != 0; rest &= rest - 1)
            for (std::size_t d = 0; d < 4; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to != NoSquare && (free_ & bit(to)) != 0)
                    look_at(lowest(rest), to, there, here);
            }
    }

private:
    void seed_row(Seeds& seeds, std::uint32_t r) {
        win_ = seeds.win.row(r);
        Word* const quiet = seeds.quiet.row(r);
        Word* const loss = seeds.loss.row(r);
        std::fill_n(win_, words(), Word{0});
        std::fill_n(jumping_.data(), words(), Word{0});
        this->find_valid(valid_.data());
        if (wants_wins_)
            this->copy(losing_.data(), valid_.data());
        else
            std::fill_n(losing_.data(), words(), Word{0});
        this->walk_jumps(valid_.data(), jumping_.data());
        for (std::size_t i = 0, end = words(); i < end; ++i) {
            loss[i] = jumping_[i] & losing_[i];
            quiet[i] = valid_[i] & ~jumping_[i];
            losing_[i] = wants_wins_ ? quiet[i] : 0;
        }
        if (moves_men_) this->walk_man_moves(quiet);
        this->copy(seeds.doomed.row(r), losing_.data());
    }

    // Learns from what a move leads to.
    void lead_to(const Child& child, const Path& path, const Word* where) {
        if (child.table == nullptr) {
            for (std::size_t i = 0, end = words(); i < end; ++i) win_[i] |= where[i];
            if (wants_wins_) remove(losing_.data(), where);
            return;
        }
        const Row row = this->find_row(child, path);
        const std::uint64_t start = 8 * child.half->stride * row.configuration + row.cell;
        if (wants_losses_)
            transfer(child, child.half->loss.data(), start, [&](std::size_t i, Word lost) {
                win_[i] |= lost & where[i];
            });
        if (wants_wins_)
            transfer(child, child.half->win.data(), start, [&](std::size_t i, Word won) {
                losing_[i] &= ~where[i] | won;
            });
    }

    // Calls take(word, bits) for each word of a row.
    template <class Take>
    [[gnu::always_inline]] void transfer(const Child& child,
                                         const std::uint8_t* plane,
                                         std::uint64_t start,
                                         const Take& take) {
        if (child.half->columns == 1 && !own_columns_) {  // all kings of the opponent are taken
            packed_[0] = plane[start / 8] >> (start % 8) & 1U;
        } else if (Width == 1 && child.columns->words() == 1) {
            return take(0, pdep<Isa>(pext<Isa>(load_bits(plane, start), source_[0]), target_[0]));
        } else {
            gather_row<Isa>(plane, start, source_, child.columns->words(), packed_.data());
        }
        scatter_row<Isa>(packed_.data(), target_, words(), take);
    }

    // All sets with a king on `from` and none on `to` at once.
    void look_at(std::uint8_t from, std::uint8_t to, const Seeds& there, Seeds& here) {
        this->find_king_move(from, to);
        transfer_row(there.win.row(0), won_.data());
        transfer_row(there.loss.row(0), lost_.data());
        Word* const win = here.win.row(0);
        Word* const doomed = here.doomed.row(0);
        for (std::size_t i = 0, end = words(); i < end; ++i) {
            const Word moving = target_[i] & here.quiet.row(0)[i];
            win[i] |= moving & lost_[i];
            doomed[i] &= ~moving | won_[i];
        }
    }

    void transfer_row(const Word* from, Word* to) {
        if (Width == 1) {
            *to = pdep<Isa>(pext<Isa>(*from, source_[0]), target_[0]);
            return;
        }
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(from);
        gather_row<Isa>(bytes, 0, source_, words(), packed_.data());
        scatter_row<Isa>(
            packed_.data(), target_, words(), [&](std::size_t i, Word bits) { to[i] = bits; });
    }

    bool moves_men_ = true;
    bool wants_wins_ = true;
    bool wants_losses_ = true;
    Word* win_ = nullptr;
    Words valid_, jumping_, losing_;
    Words won_, lost_, packed_;  // a value on its way from another table
};

}  // namespace deepwell::egdb
