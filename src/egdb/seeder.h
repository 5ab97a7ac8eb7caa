// Seeder: settles jumps and moves of men of one side over a men configuration, for all king sets.
//
// It works on bit rows.  Their columns are the king sets of the opponent, one row for each set of
// the mover (seed_rows); or, if the opponent has no kings, those of the mover himself, in one row
// (seed_columns).  A jump is followed for all columns at once: each step narrows the set of columns
// for which it is possible, and where it cannot go on, the values of what it leads to are fetched
// from a finished table, a whole row at a time.

#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "egdb/binomial.h"
#include "egdb/bit_rows.h"
#include "egdb/board_steps.h"
#include "egdb/raw_table.h"
#include "egdb/seeds.h"

namespace deepwell::egdb {

template <class Isa>
class Seeder {
public:
    // REQUIRES: `store` has every other material that a move of `mover` can lead to.
    Seeder(const RawStore& store, const RawTable& table, Side mover)
        : table_(table), mover_(mover), opponent_(other(mover)) {
        const Army enemy = army(opponent_);
        children_.resize(child_slot(enemy.kings, enemy.men, true) + 1);
        for (int kings = 0; kings <= enemy.kings; ++kings)
            for (int men = 0; men <= enemy.men; ++men)
                for (const bool crowned : {false, true}) find_child(store, kings, men, crowned);
        make_room();
    }

    void set_men(const Men& men) {
        own_men_ = (mover_ == Side::Black ? men.black : men.white).bits();
        enemy_men_ = (mover_ == Side::Black ? men.white : men.black).bits();
        free_ = Bitboard::all().bits() & ~(own_men_ | enemy_men_);
    }

    SquareSet free_squares() const { return free_; }

    // A row for each king set of the mover.
    void seed_rows(Seeds& seeds) {
        const KingSets& rows = table_.sets(mover_);
        use_columns(table_.sets(opponent_), false);
        seeds.resize(rows.count(), words_);
        for (std::uint32_t r = 0; r < rows.count(); ++r) {
            own_kings_ = static_cast<SquareSet>(pdep<Isa>(rows.set(r), free_));
            seed_row(seeds, r);
        }
    }

    // One row with a column for each king set of the mover.  REQUIRES: the opponent has no kings.
    void seed_columns(Seeds& seeds) {
        use_columns(table_.sets(mover_), true);
        seeds.resize(1, words_);
        own_kings_ = 0;
        seed_row(seeds, 0);
    }

private:
    // Enough for a jump over every enemy of a lattice (9 on 8x8) and the first level.
    static constexpr std::size_t Levels = 12;

    // What a move leads to: the opponent to move, some of his pieces gone, a man crowned perhaps.
    struct Child {
        const RawTable* table = nullptr;  // nullptr: the opponent has nothing left
        const RawTable::Half* half = nullptr;
        const KingSets* columns = nullptr;  // the king sets in the bits of a row
    };

    // A jump on its way, or a man's move.
    struct Path {
        std::uint8_t from = 0;
        std::uint8_t at = 0;
        bool is_king = false;
        bool crowned = false;
        SquareSet taken_men = 0;
        SquareSet taken_kings = 0;
    };

    using Words = std::vector<Word>;

    const Army& army(Side side) const { return table_.material().of(side); }

    static std::size_t child_slot(int taken_kings, int taken_men, bool crowned) {
        return static_cast<std::size_t>((taken_kings * (MaxPieces + 1) + taken_men) * 2) +
               (crowned ? 1 : 0);
    }

    void find_child(const RawStore& store, int taken_kings, int taken_men, bool crowned) {
        Material after = table_.material();
        if (crowned) --after.of(mover_).men, ++after.of(mover_).kings;
        after.of(opponent_).kings -= taken_kings;
        after.of(opponent_).men -= taken_men;
        if (after.of(mover_).men < 0 || after.of(opponent_).pieces() == 0) return;
        Child& child = children_[child_slot(taken_kings, taken_men, crowned)];
        child.table = after == table_.material() ? &table_ : store.find(after);
        CHECK(child.table != nullptr);
        child.half = &child.table->half(opponent_);
        child.columns = &child.table->sets(after.of(opponent_).kings > 0 ? opponent_ : mover_);
    }

    void make_room() {
        std::size_t words = std::max(table_.sets(mover_).words(), table_.sets(opponent_).words());
        for (const Child& child : children_)
            if (child.table != nullptr) words = std::max(words, child.columns->words());
        for (auto* levels : {&here_, &further_})
            for (Words& level : *levels) level.assign(words, 0);
        for (Words* row :
             {&valid_, &jumping_, &losing_, &won_, &lost_, &source_, &target_, &packed_})
            row->assign(words + 2, 0);
    }

    void use_columns(const KingSets& columns, bool are_own) {
        columns_ = &columns;
        words_ = columns.words();
        own_columns_ = are_own;
    }

    // The columns with a king on this square.  REQUIRES: the square is free.
    const Word* with(std::uint8_t square) const { return columns_->with(number_in(free_, square)); }

    void copy(Word* to, const Word* from) const { std::copy_n(from, words_, to); }
    void remove(Word* from, const Word* what) const {
        for (std::size_t i = 0; i < words_; ++i) from[i] &= ~what[i];
    }
    bool is_zero(const Word* row) const {
        Word any = 0;
        for (std::size_t i = 0; i < words_; ++i) any |= row[i];
        return any == 0;
    }

    void seed_row(Seeds& seeds, std::uint32_t r) {
        win_ = seeds.win.row(r);
        Word* const quiet = seeds.quiet.row(r);
        Word* const loss = seeds.loss.row(r);
        copy(valid_.data(), columns_->all());
        for (SquareSet rest = own_kings_; rest != 0; rest &= rest - 1)
            remove(valid_.data(), with(lowest(rest)));
        std::fill_n(jumping_.data(), words_, 0);
        copy(losing_.data(), valid_.data());
        seed_jumps();
        for (std::size_t i = 0; i < words_; ++i) {
            loss[i] = jumping_[i] & losing_[i];
            quiet[i] = valid_[i] & ~jumping_[i];
            losing_[i] = quiet[i];
        }
        seed_man_moves(quiet);
        copy(seeds.doomed.row(r), losing_.data());
    }

    void seed_jumps() {
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            start_jumps(lowest(rest), false, valid_.data());
        const SquareSet kings = own_columns_ ? free_ : own_kings_;
        for (SquareSet rest = army(mover_).kings > 0 ? kings : 0; rest != 0; rest &= rest - 1)
            start_jumps(lowest(rest), true, own_columns_ ? with(lowest(rest)) : valid_.data());
    }

    void start_jumps(std::uint8_t from, bool is_king, const Word* where) {
        Path path;
        path.from = path.at = from;
        path.is_king = is_king;
        extend(path, where, 0, jumping_.data());
    }

    // Follows a jump for the columns in `where`; those for which it goes on are added to `goes_on`.
    void extend(const Path& path, const Word* where, std::size_t level, Word* goes_on) {
        CHECK(level < Levels);
        const std::size_t first = path.is_king ? 0 : first_direction(mover_);
        const std::size_t count = path.is_king ? 4 : 2;
        for (std::size_t d = first; d < first + count; ++d) {
            const std::uint8_t over = step(path.at, d);
            const std::uint8_t to = over == NoSquare ? NoSquare : step(over, d);
            if (to != NoSquare && may_land(path, to)) jump(path, over, to, where, level, goes_on);
        }
    }

    bool may_land(const Path& path, std::uint8_t to) const {
        const SquareSet blocked = own_men_ | enemy_men_ | own_kings_;
        return (blocked & ~bit(path.from) & bit(to)) == 0;
    }

    void jump(const Path& path,
              std::uint8_t over,
              std::uint8_t to,
              const Word* where,
              std::size_t level,
              Word* goes_on) {
        Path next = path;
        next.at = to;
        Word* const here = here_[level].data();
        if (!take(next, over, where, here)) return;
        if ((free_ & bit(to)) != 0 && to != path.from) remove(here, with(to));
        if (is_zero(here)) return;
        for (std::size_t i = 0; i < words_; ++i) goes_on[i] |= here[i];
        next.crowned = !path.is_king && (king_row(mover_).bits() & bit(to)) != 0;
        if (!next.crowned) {
            Word* const further = further_[level].data();
            std::fill_n(further, words_, 0);
            extend(next, here, level + 1, further);
            remove(here, further);
        }
        lead_to(next, here);
    }

    // `here` becomes the part of `where` in which an enemy stands on `over`; false if none can.
    bool take(Path& path, std::uint8_t over, const Word* where, Word* here) const {
        if ((enemy_men_ & ~path.taken_men & bit(over)) != 0) {
            path.taken_men |= bit(over);
            copy(here, where);
            return true;
        }
        const bool may_hold_king = !own_columns_ && army(opponent_).kings > 0 &&
                                   (free_ & ~own_kings_ & ~path.taken_kings & bit(over)) != 0;
        if (!may_hold_king) return false;
        path.taken_kings |= bit(over);
        const Word* const king_there = with(over);
        for (std::size_t i = 0; i < words_; ++i) here[i] = where[i] & king_there[i];
        return true;
    }

    void seed_man_moves(const Word* quiet) {
        const std::size_t first = first_direction(mover_);
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            for (std::size_t d = first; d < first + 2; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to == NoSquare || (free_ & ~own_kings_ & bit(to)) == 0) continue;
                Path path;
                path.from = lowest(rest);
                path.at = to;
                path.crowned = (king_row(mover_).bits() & bit(to)) != 0;
                copy(here_[0].data(), quiet);
                remove(here_[0].data(), with(to));
                lead_to(path, here_[0].data());
            }
    }

    // The move has been made in the columns of `where`: learn from what it leads to.
    void lead_to(const Path& path, const Word* where) {
        if (is_zero(where)) return;
        const Child& child = children_[child_slot(
            std::popcount(path.taken_kings), std::popcount(path.taken_men), path.crowned)];
        if (child.table == nullptr) {
            std::fill_n(lost_.data(), words_, ~Word{0});
            std::fill_n(won_.data(), words_, 0);
        } else {
            fetch(child, path);
        }
        for (std::size_t i = 0; i < words_; ++i) {
            win_[i] |= lost_[i] & where[i];
            losing_[i] &= ~where[i] | won_[i];
        }
    }

    // won_ and lost_: the value for the opponent after the path, in the columns of this row.
    void fetch(const Child& child, const Path& path) {
        SquareSet own_men = own_men_;
        if (!path.is_king) own_men &= ~bit(path.from);
        if (!path.is_king && !path.crowned) own_men |= bit(path.at);
        const SquareSet enemy_men = enemy_men_ & ~path.taken_men;
        const SquareSet free = Bitboard::all().bits() & ~(own_men | enemy_men);
        const Men men = mover_ == Side::Black ? Men{Bitboard(own_men), Bitboard(enemy_men)}
                                              : Men{Bitboard(enemy_men), Bitboard(own_men)};
        make_masks(child, path, free);
        std::uint64_t start = 8 * child.half->stride * child.table->men().number_of(men);
        if (!own_columns_) start += row_after(path, free) * child.half->columns;
        transfer(child, child.half->win.data(), start, won_.data());
        transfer(child, child.half->loss.data(), start, lost_.data());
    }

    std::uint64_t row_after(const Path& path, SquareSet free) const {
        SquareSet kings = own_kings_;
        if (path.is_king) kings &= ~bit(path.from);
        if (path.is_king || path.crowned) kings |= bit(path.at);
        return colex_rank(static_cast<std::uint32_t>(pext<Isa>(kings, free)));
    }

    // Both masks mark the same sets of kings, those that the move neither takes nor moves, on the
    // squares that are free before and after it: in the numbering there (source) and here (target).
    void make_masks(const Child& child, const Path& path, SquareSet free) {
        SquareSet source_with = 0, source_without = free & ~free_;
        SquareSet target_with = 0, target_without = free_ & ~free;
        if (!own_columns_) {
            source_without |= path.taken_kings;
            target_with |= path.taken_kings;
        } else if (path.crowned || (path.is_king && path.at != path.from)) {
            source_with |= bit(path.at);
            target_without |= bit(path.at);
            if (path.is_king) {
                source_without |= bit(path.from);
                target_with |= bit(path.from);
            }
        }
        mark(*child.columns, free, source_with, source_without, source_.data());
        mark(*columns_, free_, target_with, target_without, target_.data());
    }

    void transfer(const Child& child, const std::uint8_t* plane, std::uint64_t start, Word* to) {
        if (child.half->columns == 1 && !own_columns_) {  // all kings of the opponent are taken
            packed_[0] = plane[start / 8] >> (start % 8) & 1U;
        } else {
            gather_row<Isa>(plane, start, source_.data(), child.columns->words(), packed_.data());
        }
        scatter_row<Isa>(packed_.data(), target_.data(), words_, to);
    }

    const RawTable& table_;
    Side mover_;
    Side opponent_;
    std::vector<Child> children_;

    SquareSet own_men_ = 0;
    SquareSet enemy_men_ = 0;
    SquareSet free_ = 0;

    // The row at hand.
    const KingSets* columns_ = nullptr;
    std::size_t words_ = 0;
    bool own_columns_ = false;  // the columns are the mover's king sets
    SquareSet own_kings_ = 0;
    Word* win_ = nullptr;
    Words valid_, jumping_, losing_;
    std::array<Words, Levels> here_, further_;

    // A value on its way from another table.
    Words won_, lost_, source_, target_, packed_;
};

}  // namespace deepwell::egdb
