// DistanceSeeder: how long wins and losses last through jumps and moves of men, for all king sets.
//
// The counterpart of Seeder when the values are known.  Only decided cells are looked at, and of
// the moves of a winner only those that win.

#pragma once

#include <memory>

#include "board/padded.h"
#include "egdb/distance_seeds.h"
#include "egdb/distance_table.h"
#include "egdb/move_walker.h"

namespace deepwell::egdb {

class DistanceSeeder {
public:
    virtual ~DistanceSeeder() = default;
    virtual void set_men(const Men& men) = 0;
    // A row for each king set of the mover, a column for each of his opponent.
    virtual void seed_rows(const DecidedCells& decided, DistanceSeeds& seeds) = 0;
    // One row with a column for each king set of the mover.  REQUIRES: the opponent has no kings.
    virtual void seed_columns(const DecidedCells& decided, DistanceSeeds& seeds) = 0;
    // After seed_columns: quiet king moves into the finished half distances `there` of the
    // opponent, whose losses are marked in `lost`.  REQUIRES: a readable word behind `lost`.
    virtual void look_ahead(const Slice* there,
                            const Word* lost,
                            const DecidedCells& decided,
                            DistanceSeeds& here) = 0;
};

template <class Isa, std::size_t Width>
class DistanceSeederKernel final
    : public DistanceSeeder,
      private MoveWalker<Isa, Width, DistanceSeederKernel<Isa, Width>> {
    using Walker = MoveWalker<Isa, Width, DistanceSeederKernel<Isa, Width>>;
    friend Walker;
    using typename Walker::Child;
    using typename Walker::Path;
    using typename Walker::Row;
    using typename Walker::Words;
    using Walker::columns_, Walker::free_, Walker::mover_, Walker::opponent_, Walker::table_;
    using Walker::own_columns_, Walker::room_, Walker::source_, Walker::target_, Walker::words;

public:
    DistanceSeederKernel(const RawStore& values,
                         const DistanceStore& distances,
                         const RawTable& table,
                         const DistanceTable& own,
                         Side mover)
        : Walker(values, table, mover), distances_(distances), own_(own) {
        for (Words* row : {&valid_, &jumping_, &lost_, &packed_}) row->assign(room_ + 2, 0);
        packed_slices_.resize(room_ + 2);
    }

    void set_men(const Men& men) override { this->place_men(men); }

    void seed_rows(const DecidedCells& decided, DistanceSeeds& seeds) override {
        const KingSets& rows = table_.sets(mover_);
        this->use_columns(false);
        seeds.resize(rows.count(), words());
        for (std::uint32_t r = 0; r < rows.count(); ++r) {
            this->place_kings(rows.set(r));
            seed_row(decided, seeds, r);
        }
    }

    void seed_columns(const DecidedCells& decided, DistanceSeeds& seeds) override {
        this->use_columns(true);
        seeds.resize(1, words());
        seed_row(decided, seeds, 0);
    }

    void look_ahead(const Slice* there,
                    const Word* lost,
                    const DecidedCells& decided,
                    DistanceSeeds& here) override {
        load_row(decided, here, 0);
        const Word* const quiet = here.quiet.row(0);
        if (this->is_zero(quiet)) return;
        if (Width == 1 && columns_->kings() == 1) return look_around(*there, *lost, *quiet);
        for (SquareSet rest = free_; rest != 0; rest &= rest - 1)
            for (std::size_t d = 0; d < 4; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to == NoSquare || (free_ & bit(to)) == 0) continue;
                this->find_king_move(lowest(rest), to);
                learn_row(reinterpret_cast<const std::uint8_t*>(lost),
                          0,
                          *columns_,
                          quiet,
                          [&](std::size_t i) -> const Slice& { return there[i]; });
            }
    }

private:
    void load_row(const DecidedCells& decided, DistanceSeeds& seeds, std::uint32_t r) {
        win_ = decided.win.row(r);
        loss_ = decided.loss.row(r);
        shortest_ = seeds.shortest.row(r);
        longest_ = seeds.longest.row(r);
    }

    void seed_row(const DecidedCells& decided, DistanceSeeds& seeds, std::uint32_t r) {
        load_row(decided, seeds, r);
        Word* const quiet = seeds.quiet.row(r);
        for (std::size_t i = 0; i < words(); ++i) valid_[i] = win_[i] | loss_[i];
        if (this->is_zero(valid_.data())) return this->copy(quiet, valid_.data());
        std::fill_n(shortest_, words(), Slice::filled(Never));
        std::fill_n(longest_, words(), Slice::filled(0));
        std::fill_n(jumping_.data(), words(), Word{0});
        this->walk_jumps(valid_.data(), jumping_.data());
        for (std::size_t i = 0; i < words(); ++i) quiet[i] = valid_[i] & ~jumping_[i];
        this->walk_man_moves(quiet);
    }

    // look_ahead for a single king: its square is laid out on the padded board, where a step from
    // everywhere at once is a shift.
    void look_around(const Slice& there, Word lost, Word quiet) {
        step_in<Direction::SouthWest>(there, lost, quiet);
        step_in<Direction::SouthEast>(there, lost, quiet);
        step_in<Direction::NorthWest>(there, lost, quiet);
        step_in<Direction::NorthEast>(there, lost, quiet);
    }

    template <Direction D>
    void step_in(const Slice& there, Word lost, Word quiet) {
        const Word free = pad<Isa>(Bitboard(free_)).bits();
        const auto before_step = [free](Word bits) {
            return pext<Isa>(shift<opposite(D)>(Padded(pdep<Isa>(bits, free))).bits(), free);
        };
        const Word can_step = before_step(~Word{0}) & quiet;
        const Word wins = before_step(lost) & can_step;
        if (((wins & win_[0]) | (can_step & loss_[0])) == 0) return;
        Slice here;
        for (std::size_t p = 0; p < Slice::Planes; ++p) here.plane[p] = before_step(there.plane[p]);
        learn(0, here, can_step, wins);
    }

    void lead_to(const Child& child, const Path& path, const Word* where) {
        if (child.table == nullptr) return learn_end(where);
        const Row row = this->find_row(child, path);
        const DistanceTable& table = distances_of(child.table);
        const std::uint64_t first = row.configuration * table.cells() + row.cell;
        const std::uint8_t* const bytes = table.half(opponent_).data() + first;
        const std::uint64_t bit = 8 * child.half->stride * row.configuration + row.cell;
        const std::uint8_t* const lost = child.half->loss.data();
        const bool all_taken = child.half->columns == 1 && !own_columns_;
        if (all_taken || (Width == 1 && columns_->count() == 1)) {
            const std::size_t at = all_taken ? 0 : first_in(source_);
            learn_one(bytes[at], (lost[(bit + at) / 8] >> (bit + at) % 8 & 1) != 0, where);
            return;
        }
        const bool is_short = Width == 1 && child.columns->count() <= 32;
        learn_row(lost, bit, *child.columns, where, [&](std::size_t i) {
            return is_short ? load_half_slice<Isa>(bytes) : load_slice<Isa>(bytes + 64 * i);
        });
    }

    static std::size_t first_in(const Word* row) {
        std::size_t word = 0;
        while (row[word] == 0) ++word;
        return 64 * word + static_cast<std::size_t>(std::countr_zero(row[word]));
    }

    const DistanceTable& distances_of(const RawTable* child) {
        if (child == &table_) return own_;
        for (const auto& [values, distances] : known_)
            if (values == child) return *distances;
        known_.emplace_back(child, distances_.find(child->material()));
        CHECK(known_.back().second != nullptr);
        return *known_.back().second;
    }

    // The opponent has nothing left: he has lost in 0.
    void learn_end(const Word* where) {
        for (std::size_t i = 0; i < words(); ++i)
            for (Word& plane : shortest_[i].plane) plane &= ~where[i];
    }

    // The same for all of `where`.
    void learn_one(std::uint8_t half, bool lost, const Word* where) {
        const Slice slice = Slice::filled(half);
        for (std::size_t i = 0; i < words(); ++i)
            if (where[i] != 0) learn(i, slice, where[i], lost ? where[i] : 0);
    }

    // In the cells of `where` a move reaches `half`, in those of `lost` too a loss.
    [[gnu::always_inline]] void learn(std::size_t i, const Slice& half, Word where, Word lost) {
        const Word wins = lost & win_[i], loses = where & loss_[i];
        if (wins != 0) {
            const Word shorter = is_less<Isa>(half, shortest_[i]) & wins;
            replace<Isa>(shortest_[i], half, shorter);
        }
        if (loses != 0) {
            const Word longer = is_less<Isa>(longest_[i], half) & loses;
            replace<Isa>(longest_[i], half, longer);
        }
    }

    // A row of another table, its columns under source_ being those here under target_.
    template <class Load>
    void learn_row(const std::uint8_t* lost,
                   std::uint64_t bit,
                   const KingSets& columns,
                   const Word* where,
                   const Load& load) {
        if (Width == 1 && columns.words() == 1) {
            const Word mask = source_[0], to = target_[0];
            const Word there = pdep<Isa>(pext<Isa>(load_bits(lost, bit), mask), to);
            const Word here = where[0] & to;
            if (((there & win_[0]) | loss_[0]) & here) learn_word(load(0), mask, to, here, there);
            return;
        }
        if (!is_wanted(where)) return;
        gather_row<Isa>(lost, bit, source_, columns.words(), packed_.data());
        gather_slices<Isa>(load, source_, columns.words(), packed_slices_.data());
        scatter_row<Isa>(
            packed_.data(), target_, words(), [&](std::size_t i, Word bits) { lost_[i] = bits; });
        std::uint64_t at = 0;
        for (std::size_t i = 0; i < words(); ++i) {
            const Word here = where[i] & target_[i];
            if ((((lost_[i] & win_[i]) | loss_[i]) & here) != 0)
                learn(i,
                      scatter_slice<Isa>(packed_slices_.data(), at, target_[i]),
                      here,
                      here & lost_[i]);
            at += static_cast<std::uint64_t>(__builtin_popcountll(target_[i]));
        }
    }

    [[gnu::always_inline]] void learn_word(
        const Slice& there, Word source, Word target, Word where, Word lost) {
        Slice here;
        for (std::size_t p = 0; p < Slice::Planes; ++p)
            here.plane[p] = pdep<Isa>(pext<Isa>(there.plane[p], source), target);
        learn(0, here, where, where & lost);
    }

    bool is_wanted(const Word* where) const {
        Word any = 0;
        for (std::size_t i = 0; i < words(); ++i)
            any |= where[i] & target_[i] & (win_[i] | loss_[i]);
        return any != 0;
    }

    const DistanceStore& distances_;
    const DistanceTable& own_;
    std::vector<std::pair<const RawTable*, const DistanceTable*>> known_;
    const Word* win_ = nullptr;
    const Word* loss_ = nullptr;
    Slice* shortest_ = nullptr;
    Slice* longest_ = nullptr;
    Words valid_, jumping_;
    Words lost_, packed_;  // values on their way from another table
    std::vector<Slice> packed_slices_;
};

template <class Isa>
std::unique_ptr<DistanceSeeder> make_distance_seeder(const RawStore& values,
                                                     const DistanceStore& distances,
                                                     const RawTable& table,
                                                     const DistanceTable& own,
                                                     Side mover) {
    const Army& enemy = table.material().of(other(mover));
    const KingSets& columns = table.sets(enemy.kings > 0 ? other(mover) : mover);
    if (columns.words() == 1)
        return std::make_unique<DistanceSeederKernel<Isa, 1>>(values, distances, table, own, mover);
    return std::make_unique<DistanceSeederKernel<Isa, 0>>(values, distances, table, own, mover);
}

}  // namespace deepwell::egdb
