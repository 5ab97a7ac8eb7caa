// DistanceSeeder: how long wins and losses last through jumps and moves of men, for all king sets.
//
// The counterpart of Seeder with a byte per column: `win` the shortest win by such a move (or
// Never), `loss` the longest delay.

#pragma once

#include <memory>

#include "egdb/byte_matrix.h"
#include "egdb/distance_table.h"
#include "egdb/king_matrix.h"
#include "egdb/move_walker.h"

namespace deepwell::egdb {

struct DistanceSeeds {
    ByteMatrix win;
    ByteMatrix loss;
    KingMatrix quiet;  // no jump: only there quiet king moves count
};

class DistanceSeeder {
public:
    virtual ~DistanceSeeder() = default;
    virtual void set_men(const Men& men) = 0;
    // A row for each king set of the mover, a byte for each of his opponent.
    virtual void seed_rows(DistanceSeeds& seeds) = 0;
    // One row with a byte for each king set of the mover.  REQUIRES: the opponent has no kings.
    virtual void seed_columns(DistanceSeeds& seeds) = 0;
    // After seed_columns: quiet king moves into the finished distances `there` of the opponent,
    // whose losses are marked in `lost` and wins in `won`.
    virtual void look_ahead(const std::uint8_t* there,
                            const Word* won,
                            const Word* lost,
                            DistanceSeeds& here) = 0;
};

template <class Isa>
class DistanceSeederKernel final : public DistanceSeeder,
                                   private MoveWalker<Isa, 0, DistanceSeederKernel<Isa>> {
    using Walker = MoveWalker<Isa, 0, DistanceSeederKernel<Isa>>;
    friend Walker;
    using typename Walker::Child;
    using typename Walker::Path;
    using typename Walker::Row;
    using typename Walker::Words;
    using Walker::free_, Walker::mover_, Walker::opponent_, Walker::own_columns_, Walker::table_;
    using Walker::source_, Walker::target_, Walker::words;

public:
    DistanceSeederKernel(const RawStore& values,
                         const DistanceStore& distances,
                         const RawTable& table,
                         const DistanceTable& own,
                         Side mover)
        : Walker(values, table, mover), distances_(distances), own_(own) {
        for (Words* row : {&valid_, &jumping_}) row->assign(source_.size(), 0);
    }

    void set_men(const Men& men) override { this->place_men(men); }

    void seed_rows(DistanceSeeds& seeds) override {
        const KingSets& rows = table_.sets(mover_);
        this->use_columns(false);
        resize(seeds, rows.count());
        for (std::uint32_t r = 0; r < rows.count(); ++r) {
            this->place_kings(rows.set(r));
            seed_row(seeds, r);
        }
    }

    void seed_columns(DistanceSeeds& seeds) override {
        this->use_columns(true);
        resize(seeds, 1);
        seed_row(seeds, 0);
    }

    void look_ahead(const std::uint8_t* there,
                    const Word* won,
                    const Word* lost,
                    DistanceSeeds& here) override {
        win_ = here.win.row(0);
        loss_ = here.loss.row(0);
        for (SquareSet rest = free_; rest != 0; rest &= rest - 1)
            for (std::size_t d = 0; d < 4; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to == NoSquare || (free_ & bit(to)) == 0) continue;
                this->find_king_move(lowest(rest), to);
                for_each_pair(here.quiet.row(0), [&](std::size_t target, std::size_t source) {
                    learn(target, there[source], has(won, source), has(lost, source));
                });
            }
    }

private:
    void resize(DistanceSeeds& seeds, std::uint32_t rows) {
        seeds.win.resize(rows, 64 * words());
        seeds.loss.resize(rows, 64 * words());
        seeds.quiet.resize(rows, words());
    }

    void seed_row(DistanceSeeds& seeds, std::uint32_t r) {
        win_ = seeds.win.row(r);
        loss_ = seeds.loss.row(r);
        std::fill_n(win_, 64 * words(), Never);
        std::fill_n(loss_, 64 * words(), std::uint8_t{0});
        std::fill_n(jumping_.data(), words(), Word{0});
        this->find_valid(valid_.data());
        this->walk_jumps(valid_.data(), jumping_.data());
        Word* const quiet = seeds.quiet.row(r);
        for (std::size_t i = 0; i < words(); ++i) quiet[i] = valid_[i] & ~jumping_[i];
        this->walk_man_moves(quiet);
    }

    static bool has(const Word* row, std::uint64_t at) {
        return (row[at / 64] >> at % 64 & 1) != 0;
    }
    static bool has(const std::vector<std::uint8_t>& plane, std::uint64_t at) {
        return (plane[at / 8] >> at % 8 & 1) != 0;
    }

    void learn(std::size_t column, std::uint8_t half, bool won, bool lost) {
        if (lost) win_[column] = std::min(win_[column], static_cast<std::uint8_t>(half + 1));
        if (won) loss_[column] = std::max(loss_[column], half);
    }

    void lead_to(const Child& child, const Path& path, const Word* where) {
        if (child.table == nullptr) {
            for (std::size_t i = 0; i < words(); ++i)
                for (Word rest = where[i]; rest != 0; rest &= rest - 1)
                    win_[64 * i + static_cast<std::size_t>(std::countr_zero(rest))] = 1;
            return;
        }
        const Row row = this->find_row(child, path);
        const DistanceTable& table =
            child.table == &table_ ? own_ : *distances_.find(child.table->material());
        const std::uint8_t* distances =
            table.half(opponent_).data() + row.configuration * table.cells() + row.cell;
        const std::uint64_t bits = 8 * child.half->stride * row.configuration + row.cell;
        const auto learn_cell = [&](std::size_t target, std::size_t source) {
            learn(target,
                  distances[source],
                  has(child.half->win, bits + source),
                  has(child.half->loss, bits + source));
        };
        if (child.half->columns == 1 && !own_columns_) {  // all kings of the opponent are taken
            for (std::size_t i = 0; i < words(); ++i)
                if (where[i] != 0)
                    learn_cell(64 * i + static_cast<std::size_t>(std::countr_zero(where[i])), 0);
            return;
        }
        for_each_pair(where, learn_cell);
    }

    // The columns of `where` with the columns there that mean the same kings.
    template <class Use>
    void for_each_pair(const Word* where, const Use& use) const {
        std::size_t source_word = 0;
        Word source_bits = source_[0];
        for (std::size_t i = 0; i < words(); ++i)
            for (Word rest = target_[i]; rest != 0; rest &= rest - 1) {
                while (source_bits == 0) source_bits = source_[++source_word];
                const auto source =
                    64 * source_word + static_cast<std::size_t>(std::countr_zero(source_bits));
                source_bits &= source_bits - 1;
                if ((where[i] & rest & (0 - rest)) == 0) continue;
                use(64 * i + static_cast<std::size_t>(std::countr_zero(rest)), source);
            }
    }

    const DistanceStore& distances_;
    const DistanceTable& own_;
    std::uint8_t* win_ = nullptr;
    std::uint8_t* loss_ = nullptr;
    Words valid_, jumping_;
};

}  // namespace deepwell::egdb
