// MoveWalker: jumps and moves of men of one side over a men configuration, for all king sets at
// once.
//
// It works on bit rows.  Their columns are the king sets of the opponent, one row for each set of
// the mover; or, if the opponent has no kings, those of the mover himself, in one row.  A jump is
// followed for all columns together: each step narrows the set of columns for which it is possible,
// and where it cannot go on, the heir is told:
//
//     lead_to(child, path, where)     the path was played in the columns of `where`
//
// Where a path leads, as a row of another table: find_row().

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "base/check.h"
#include "egdb/binomial.h"
#include "egdb/bit_rows.h"
#include "egdb/board_steps.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

// Width is the number of words of a row if it is known to the compiler, else 0: rows of one word
// are most of the work of the classes with few kings.
template <class Isa, std::size_t Width, class Heir>
class MoveWalker {
protected:
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

    // A row of a child: where the configuration is, and the first cell of the row in it.
    struct Row {
        std::uint64_t configuration = 0;
        std::uint64_t cell = 0;
    };

    using Words = std::vector<Word>;

    // REQUIRES: `store` has every other material that a move of `mover` can lead to.
    MoveWalker(const RawStore& store, const RawTable& table, Side mover)
        : table_(table), mover_(mover), opponent_(other(mover)) {
        const Army enemy = army(opponent_);
        children_.resize(child_slot(enemy.kings, enemy.men, true) + 1);
        for (int kings = 0; kings <= enemy.kings; ++kings)
            for (int men = 0; men <= enemy.men; ++men)
                for (const bool crowned : {false, true}) find_child(store, kings, men, crowned);
        make_room();
    }

    void place_men(const Men& men) {
        own_men_ = (mover_ == Side::Black ? men.black : men.white).bits();
        enemy_men_ = (mover_ == Side::Black ? men.white : men.black).bits();
        free_ = Bitboard::all().bits() & ~(own_men_ | enemy_men_);
        for (Masks& masks : masks_) masks.key = 0;
    }

    // The rows to come: their columns are the opponent's king sets, or the mover's own.
    void use_columns(bool are_own) {
        columns_ = &table_.sets(are_own ? mover_ : opponent_);
        words_ = columns_->words();
        own_columns_ = are_own;
        own_kings_ = 0;
        assert(Width == 0 || Width == words_);
    }

    void place_kings(std::uint32_t set) {
        own_kings_ = static_cast<SquareSet>(pdep<Isa>(set, free_));
    }

    // Columns that are positions with the kings placed.
    void find_valid(Word* valid) const {
        copy(valid, columns_->all());
        for (SquareSet rest = own_kings_; rest != 0; rest &= rest - 1)
            remove(valid, with(lowest(rest)));
    }

    // All jumps in the columns of `valid`; where there are any is added to `jumping`.
    void walk_jumps(const Word* valid, Word* jumping) {
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            start_jumps(lowest(rest), false, valid, jumping);
        const SquareSet kings = own_columns_ ? free_ : own_kings_;
        for (SquareSet rest = army(mover_).kings > 0 ? kings : 0; rest != 0; rest &= rest - 1)
            start_jumps(lowest(rest), true, own_columns_ ? with(lowest(rest)) : valid, jumping);
    }

    // All moves of men in the columns of `quiet`.
    void walk_man_moves(const Word* quiet) {
        const std::size_t first = first_direction(mover_);
        for (SquareSet rest = own_men_; rest != 0; rest &= rest - 1)
            for (std::size_t d = first; d < first + 2; ++d) {
                const std::uint8_t to = step(lowest(rest), d);
                if (to == NoSquare || (free_ & ~own_kings_ & bit(to)) == 0) continue;
                Path path;
                path.from = lowest(rest);
                path.at = to;
                path.crowned = (king_row(mover_).bits() & bit(to)) != 0;
                if (narrow(quiet, nullptr, with(to), here_[0].data())) lead(path, here_[0].data());
            }
    }

    // Where the path leads, for the king sets of this row.  Makes source_ and target_.
    Row find_row(const Child& child, const Path& path) {
        SquareSet own_men = own_men_;
        if (!path.is_king) own_men &= ~bit(path.from);
        if (!path.is_king && !path.crowned) own_men |= bit(path.at);
        const SquareSet enemy_men = enemy_men_ & ~path.taken_men;
        const SquareSet free = Bitboard::all().bits() & ~(own_men | enemy_men);
        const Men men = mover_ == Side::Black ? Men{Bitboard(own_men), Bitboard(enemy_men)}
                                              : Men{Bitboard(enemy_men), Bitboard(own_men)};
        make_masks(child, path, free);
        Row row;
        row.configuration =
            child.table->slot_of(child.table->men().template number_of<Isa>(men), opponent_);
        if (!own_columns_) row.cell = row_after(path, free) * child.half->columns;
        return row;
    }

    // Both sides of the quiet king move over all sets with a king on `from` and none on `to`.
    void find_king_move(std::uint8_t from, std::uint8_t to) {
        Masks& masks = masks_.back();
        mark<Isa>(*columns_, free_, bit(to), bit(from), masks.source.data());
        mark<Isa>(*columns_, free_, bit(from), bit(to), masks.target.data());
        use(masks);
    }

    // Loops take it once: what they write might be this number, as far as the compiler knows.
    std::size_t words() const { return Width != 0 ? Width : words_; }

    const Army& army(Side side) const { return table_.material().of(side); }

    // The columns with a king on this square.  REQUIRES: the square is free.
    const Word* with(std::uint8_t square) const { return columns_->with(number_in(free_, square)); }

    void copy(Word* to, const Word* from) const { std::copy_n(from, words(), to); }
    void remove(Word* from, const Word* what) const {
        for (std::size_t i = 0, end = words(); i < end; ++i) from[i] &= ~what[i];
    }
    bool is_zero(const Word* row) const {
        Word any = 0;
        for (std::size_t i = 0, end = words(); i < end; ++i) any |= row[i];
        return any == 0;
    }

    const RawTable& table_;
    Side mover_;
    Side opponent_;
    SquareSet free_ = 0;
    bool own_columns_ = false;  // the columns are the mover's king sets
    const KingSets* columns_ = nullptr;
    // The columns there and here that mean the same kings, in the same order.
    const Word* source_ = nullptr;
    const Word* target_ = nullptr;
    std::size_t room_ = 0;  // words of the longest row

private:
    // Rows of one configuration ask for the same few pairs of masks again and again.
    struct Masks {
        std::uint64_t key = 0;  // taken kings and free squares; 0: none
        Words source, target;
    };
    static constexpr unsigned MaskPlaceBits = 8;
    static constexpr std::size_t MaskPlaces = std::size_t{1} << MaskPlaceBits;

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
        room_ = words;
        masks_.resize(MaskPlaces + 1);
        for (Masks& masks : masks_) {
            masks.source.assign(words, 0);
            masks.target.assign(words, 0);
        }
    }

    void start_jumps(std::uint8_t from, bool is_king, const Word* where, Word* jumping) {
        Path path;
        path.from = path.at = from;
        path.is_king = is_king;
        extend(path, where, 0, jumping, false);
    }

    // Follows a jump for the columns in `where`; those for which it goes on are added to `goes_on`,
    // which holds nothing yet if `is_fresh`.  False: it goes on in none of them.
    bool extend(
        const Path& path, const Word* where, std::size_t level, Word* goes_on, bool is_fresh) {
        CHECK(level < Levels);
        const std::size_t first = path.is_king ? 0 : first_direction(mover_);
        const std::size_t count = path.is_king ? 4 : 2;
        for (std::size_t d = first; d < first + count; ++d) {
            const std::uint8_t over = step(path.at, d);
            const std::uint8_t to = over == NoSquare ? NoSquare : step(over, d);
            if (to == NoSquare || !may_land(path, to)) continue;
            if (jump(path, over, to, where, level, goes_on, is_fresh)) is_fresh = false;
        }
        return !is_fresh;
    }

    bool may_land(const Path& path, std::uint8_t to) const {
        const SquareSet blocked = own_men_ | enemy_men_ | own_kings_;
        return (blocked & ~bit(path.from) & bit(to)) == 0;
    }

    // False: it is possible in no column.
    bool jump(const Path& path,
              std::uint8_t over,
              std::uint8_t to,
              const Word* where,
              std::size_t level,
              Word* goes_on,
              bool is_fresh) {
        Path next = path;
        next.at = to;
        const Word* enemy_there = nullptr;
        if (!take(next, over, enemy_there)) return false;
        Word* const here = here_[level].data();
        const bool may_be_blocked = (free_ & bit(to)) != 0 && to != path.from;
        if (!narrow(where, enemy_there, may_be_blocked ? with(to) : nullptr, here)) return false;
        if (is_fresh)
            copy(goes_on, here);
        else
            for (std::size_t i = 0, end = words(); i < end; ++i) goes_on[i] |= here[i];
        next.crowned = !path.is_king && (king_row(mover_).bits() & bit(to)) != 0;
        Word* const further = further_[level].data();
        if (!next.crowned && extend(next, here, level + 1, further, true) &&
            !narrow(here, nullptr, further, here))
            return true;
        lead(next, here);
        return true;
    }

    // `here` becomes the part of `where` inside and outside of these columns, if there are any.
    // False: nothing is left.
    bool narrow(const Word* where, const Word* inside, const Word* outside, Word* here) const {
        const std::size_t end = words();
        Word any = 0;
        const auto each = [&](const auto& part) {
            for (std::size_t i = 0; i < end; ++i) any |= here[i] = part(i);
        };
        if (inside != nullptr && outside != nullptr)
            each([&](std::size_t i) { return where[i] & inside[i] & ~outside[i]; });
        else if (inside != nullptr)
            each([&](std::size_t i) { return where[i] & inside[i]; });
        else if (outside != nullptr)
            each([&](std::size_t i) { return where[i] & ~outside[i]; });
        else
            each([&](std::size_t i) { return where[i]; });
        return any != 0;
    }

    // Can an enemy stand on `over`?  In the columns of `there` a king does; nullptr: a man.
    bool take(Path& path, std::uint8_t over, const Word*& there) const {
        if ((enemy_men_ & ~path.taken_men & bit(over)) != 0) {
            path.taken_men |= bit(over);
            return true;
        }
        const bool may_hold_king = !own_columns_ &&
                                   army(opponent_).kings > std::popcount(path.taken_kings) &&
                                   (free_ & ~own_kings_ & ~path.taken_kings & bit(over)) != 0;
        if (!may_hold_king) return false;
        path.taken_kings |= bit(over);
        there = with(over);
        return true;
    }

    // REQUIRES: there is a column in `where`.
    void lead(const Path& path, const Word* where) {
        const Child& child = children_[child_slot(
            std::popcount(path.taken_kings), std::popcount(path.taken_men), path.crowned)];
        static_cast<Heir&>(*this).lead_to(child, path, where);
    }

    std::uint64_t row_after(const Path& path, SquareSet free) const {
        SquareSet kings = own_kings_;
        if (path.is_king) kings &= ~bit(path.from);
        if (path.is_king || path.crowned) kings |= bit(path.at);
        return colex_rank_of<Isa>(static_cast<std::uint32_t>(pext<Isa>(kings, free)));
    }

    // Both masks mark the same sets of kings, those that the move neither takes nor moves, on the
    // squares that are free before and after it: in the numbering there (source) and here (target).
    void make_masks(const Child& child, const Path& path, SquareSet free) {
        if (own_columns_) return make_own_masks(child, path, free, masks_.back());
        const std::uint64_t key = path.taken_kings | std::uint64_t{free} << 32;
        Masks& masks = masks_[key * 0x9e3779b97f4a7c15U >> (64 - MaskPlaceBits)];
        if (masks.key != key) {
            masks.key = key;
            mark<Isa>(
                *child.columns, free, 0, (free & ~free_) | path.taken_kings, masks.source.data());
            mark<Isa>(*columns_, free_, path.taken_kings, free_ & ~free, masks.target.data());
        }
        use(masks);
    }

    void make_own_masks(const Child& child, const Path& path, SquareSet free, Masks& masks) {
        SquareSet source_with = 0, source_without = free & ~free_;
        SquareSet target_with = 0, target_without = free_ & ~free;
        if (path.crowned || (path.is_king && path.at != path.from)) {
            source_with |= bit(path.at);
            target_without |= bit(path.at);
            if (path.is_king) {
                source_without |= bit(path.from);
                target_with |= bit(path.from);
            }
        }
        mark<Isa>(*child.columns, free, source_with, source_without, masks.source.data());
        mark<Isa>(*columns_, free_, target_with, target_without, masks.target.data());
        use(masks);
    }

    void use(const Masks& masks) {
        source_ = masks.source.data();
        target_ = masks.target.data();
    }

    std::vector<Child> children_;
    std::vector<Masks> masks_;  // by key, and one for what is needed once
    SquareSet own_men_ = 0;
    SquareSet enemy_men_ = 0;
    SquareSet own_kings_ = 0;
    std::size_t words_ = 0;
    std::array<Words, Levels> here_, further_;
};

}  // namespace deepwell::egdb
