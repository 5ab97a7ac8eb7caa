// The work of ConfigSolver, compiled once per instruction set.

#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <tbb/enumerable_thread_specific.h>

#include "egdb/config_solver.h"
#include "egdb/king_moves.h"
#include "egdb/king_spread.h"
#include "egdb/lone_king_seeder.h"
#include "egdb/packed_matrix.h"
#include "egdb/seeder.h"

namespace deepwell::egdb {

template <class Isa>
std::unique_ptr<Seeder> make_seeder(const RawStore& store, const RawTable& table, Side mover) {
    const int own_kings = table.material().of(mover).kings;
    const int enemy_kings = table.material().of(other(mover)).kings;
    if (enemy_kings == 1 || (enemy_kings == 0 && own_kings == 1))
        return std::make_unique<LoneKingSeeder<Isa>>(store, table, mover);
    return std::make_unique<SeederKernel<Isa, 0>>(store, table, mover);
}

template <class Isa>
class ConfigSolverKernel final : public ConfigSolver {
public:
    ConfigSolverKernel(const RawStore& store, RawTable& table)
        : store_(store),
          table_(table),
          seeders_{make_seeder<Isa>(store, table, Side::Black),
                   make_seeder<Isa>(store, table, Side::White)},
          spread_(table) {}

    void solve(std::uint64_t configuration) override {
        const Men men = place(configuration);
        const bool black_kings = table_.material().black.kings > 0;
        const bool white_kings = table_.material().white.kings > 0;
        if (black_kings && white_kings) return solve_both(men);
        solve_one(black_kings ? Side::Black : Side::White);
    }

    void answer(std::uint64_t configuration,
                Side attacker,
                Aim aim,
                std::vector<std::uint8_t>* turns) override {
        const Men men = place(configuration);
        if (has_kings(Side::Black) && has_kings(Side::White))
            return answer_both(men, attacker, aim, turns);
        if (turns != nullptr) turns->clear();
        solve_one(has_kings(Side::Black) ? Side::Black : Side::White);
    }

    void complete(std::uint64_t configuration,
                  Side mover,
                  Side attacker,
                  const std::vector<std::uint8_t>& known) override {
        place(configuration);
        Seeds& s = seeds(mover);
        seeder(mover).set_moves_men(false);
        seed(mover);
        seeder(mover).set_moves_men(true);
        std::uint8_t* const won = plane(mover, mover == attacker);
        std::uint8_t* const not_won = plane(mover, mover != attacker);
        copy_turned(mover, mover == attacker ? s.win : s.loss, won);
        copy_turned(mover, s.quiet, not_won);
        for (std::size_t i = 0; i < table_.half(mover).stride; ++i) {
            won[i] = static_cast<std::uint8_t>((known[i] & not_won[i]) | (won[i] & ~not_won[i]));
            not_won[i] = static_cast<std::uint8_t>(~won[i]);
        }
    }

    void derive(std::uint64_t configuration, Side mover, Side attacker) override {
        const Men men = place(configuration);
        Seeds& s = seeds(mover);
        seed(mover);
        if (has_kings(mover) && has_kings(other(mover)))
            look_at_king_moves(mover, attacker, men);
        else if (has_kings(mover))
            seeder(mover).look_ahead(finished(other(mover)), s);
        for (std::uint32_t r = 0; r < s.loss.rows(); ++r)
            for (std::size_t i = 0; i < s.loss.words(); ++i) s.loss.row(r)[i] |= s.doomed.row(r)[i];
        std::uint8_t* const won = plane(mover, mover == attacker);
        std::uint8_t* const not_won = plane(mover, mover != attacker);
        copy_turned(mover, mover == attacker ? s.win : s.loss, won);
        for (std::size_t i = 0; i < table_.half(mover).stride; ++i)
            not_won[i] = static_cast<std::uint8_t>(~won[i]);
    }

private:
    // Rows of the mover's sets, or one row of them if his opponent has no kings.
    void seed(Side mover) {
        if (!has_kings(other(mover)) && has_kings(mover))
            return seeder(mover).seed_columns(seeds(mover));
        seeds(mover).resize(table_.sets(mover).count(), table_.sets(other(mover)).words());
        seeder(mover).seed_rows(seeds(mover), 0, seeds(mover).win.rows());
    }

    // Both sides have kings, and the opponent's half is filled.
    void look_at_king_moves(Side mover, Side attacker, const Men& men) {
        const bool attacks = mover == attacker;
        const RawTable::Half& there = table_.half(other(mover));
        const std::uint8_t* const won = plane(other(mover), !attacks);
        const KingSets& columns = table_.sets(other(mover));
        Seeds& s = seeds(mover);
        king_moves_.list(table_.sets(mover), (~(men.black | men.white)).bits());
        reached_.resize(1, columns.words());
        Word* const reached = reached_.row(0);
        for (std::uint32_t r = 0; r < s.win.rows(); ++r)
            for (const KingMove& move : king_moves_.of(r)) {
                unpack_row(won, std::uint64_t{move.row} * there.columns, there.columns, reached);
                const Word* const blocked = columns.with(static_cast<int>(move.square));
                for (std::size_t i = 0; i < columns.words(); ++i) {
                    if (attacks)
                        s.win.row(r)[i] |= s.quiet.row(r)[i] & reached[i] & ~blocked[i];
                    else
                        s.doomed.row(r)[i] &= reached[i] | blocked[i];
                }
            }
    }

    // A side without kings: its values, with a column for each king set of the other.
    const Seeds& finished(Side mover) {
        Seeds& s = seeds(mover);
        s.resize(1, table_.sets(other(mover)).words());
        const std::uint32_t columns = table_.sets(other(mover)).count();
        unpack_row(plane(mover, true), 0, columns, s.win.row(0));
        unpack_row(plane(mover, false), 0, columns, s.loss.row(0));
        return s;
    }

    bool has_kings(Side side) const { return table_.material().of(side).kings > 0; }

    Men place(std::uint64_t configuration) {
        configuration_ = configuration;
        const Men men = table_.men().template men_near<Isa>(configuration, black_rank_);
        for (const Side side : Sides) seeder(side).set_men(men);
        return men;
    }

    // From the seeds' layout to the table's.
    void copy_turned(Side mover, const KingMatrix& from, std::uint8_t* to) {
        const RawTable::Half& half = table_.half(mover);
        if (!has_kings(mover) || !has_kings(other(mover))) {
            std::memcpy(to, from.row(0), half.stride);
            return;
        }
        transpose(from, half.rows, turned_);
        pack_matrix(turned_, half.columns, to);
    }

    // Both sides have kings.  First what is certain; then what is possible if all that is unknown
    // were won: what is not possible is certain too.
    void answer_both(const Men& men, Side attacker, Aim aim, std::vector<std::uint8_t>* turns) {
        const Side defender = other(attacker);
        Seeds& ours = seeds(attacker);
        Seeds& theirs = seeds(defender);
        spread_.set_men(men);
        // Wins of the attacker rest on defeats of the defender alone, and the other way round.
        for (const Side side : Sides) {
            const bool wins_only = (side == attacker) == (aim == Aim::Safety);
            seeder(side).set_wanted(aim == Aim::Both || wins_only, aim == Aim::Both || !wins_only);
            seeds(side).resize(table_.sets(side).count(), table_.sets(other(side)).words());
            seeder(side).seed_rows(seeds(side), 0, table_.sets(side).count());
            seeder(side).set_wanted(true, true);
        }
        std::optional<LossTurns> loss_turns;
        if (turns != nullptr) loss_turns.emplace(*turns, theirs.loss.rows(), ours.win.rows());
        LossTurns* const noted = loss_turns ? &*loss_turns : nullptr;
        if (aim != Aim::Safety) {
            spread_.run(attacker, ours, theirs, noted, true);
            pack_matrix(spread_.wins(), table_.half(attacker).columns, plane(attacker, true));
            pack_matrix(spread_.losses(), table_.half(defender).columns, plane(defender, false));
        }
        if (aim == Aim::Win) return;
        hope(defender, ours, theirs);
        spread_.run(attacker, ours, theirs, noted, true);
        pack_complement(spread_.wins(), attacker, plane(attacker, false));
        pack_complement(spread_.losses(), defender, plane(defender, true));
    }

    // Takes all that is unknown for won.  Cells that are no positions are no losses.
    void hope(Side defender, Seeds& ours, Seeds& theirs) {
        for (std::uint32_t r = 0; r < ours.win.rows(); ++r)
            for (std::size_t i = 0; i < ours.win.words(); ++i)
                ours.win.row(r)[i] |= ~(ours.doomed.row(r)[i] | ours.loss.row(r)[i]);
        for (std::uint32_t r = 0; r < theirs.win.rows(); ++r)
            for (std::size_t i = 0; i < theirs.win.words(); ++i) {
                const Word quiet = theirs.quiet.row(r)[i], escape = theirs.win.row(r)[i];
                theirs.loss.row(r)[i] |= ~quiet & ~escape;
                theirs.doomed.row(r)[i] = quiet & ~escape;
            }
        spread_.set_shared(defender, theirs.loss, false);
    }

    void pack_complement(const KingMatrix& matrix, Side mover, std::uint8_t* out) {
        const RawTable::Half& half = table_.half(mover);
        pack_matrix(matrix, half.columns, out);
        const std::size_t written = (std::size_t{half.rows} * half.columns + 7) / 8;
        for (std::size_t i = 0; i < written; ++i) out[i] = static_cast<std::uint8_t>(~out[i]);
    }

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    Seeder& seeder(Side side) { return *seeders_[index(side)]; }
    Seeds& seeds(Side side) { return seeds_[index(side)]; }

    // Shared among threads, each of which has a seeder of its own, if the matrix is large.
    void seed_rows(Side mover, const Men& men) {
        const std::uint32_t rows = table_.sets(mover).count();
        const std::size_t words = table_.sets(other(mover)).words();
        seeds(mover).resize(rows, words);
        if (rows * words < SharedWords) return seeder(mover).seed_rows(seeds(mover), 0, rows);
        tbb::enumerable_thread_specific<std::unique_ptr<Seeder>> helpers([&] {
            auto helper = make_seeder<Isa>(store_, table_, mover);
            helper->set_men(men);
            return helper;
        });
        for_parts(true, rows, 64, [&](std::size_t begin, std::size_t end) {
            helpers.local()->seed_rows(
                seeds(mover), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
        });
    }

    void solve_both(const Men& men) {
        spread_.set_men(men);
        for (const Side side : Sides) seed_rows(side, men);
        for (const Side side : Sides) {
            spread_.run(side, seeds(side), seeds(other(side)));
            pack_matrix(spread_.wins(), table_.half(side).columns, plane(side, true));
            pack_matrix(
                spread_.losses(), table_.half(other(side)).columns, plane(other(side), false));
        }
    }

    // At most one side has kings.  The other moves men only: his seeds are his values, and the
    // side with kings needs one look ahead.
    void solve_one(Side with_kings) {
        const Side without = other(with_kings);
        seeds(without).resize(1, table_.sets(with_kings).words());
        seeder(without).seed_rows(seeds(without), 0, 1);
        settle(without);
        seeder(with_kings).seed_columns(seeds(with_kings));
        if (table_.material().of(with_kings).kings > 0)
            seeder(with_kings).look_ahead(seeds(without), seeds(with_kings));
        settle(with_kings);
    }

    // No king moves are left: the doomed have lost.
    void settle(Side mover) {
        Seeds& s = seeds(mover);
        Word* const loss = s.loss.row(0);
        for (std::size_t i = 0; i < s.loss.words(); ++i) loss[i] |= s.doomed.row(0)[i];
        const std::size_t stride = table_.half(mover).stride;
        std::memcpy(plane(mover, true), s.win.row(0), stride);
        std::memcpy(plane(mover, false), loss, stride);
    }

    std::uint8_t* plane(Side mover, bool win) {
        RawTable::Half& half = table_.half(mover);
        return (win ? half.win : half.loss).data() + slot() * half.stride;
    }
    std::uint64_t slot() const {
        return table_.slots() != nullptr ? table_.slots()->add(configuration_) : configuration_;
    }

    const RawStore& store_;
    RawTable& table_;
    std::array<std::unique_ptr<Seeder>, 2> seeders_;
    KingSpread<Isa> spread_;
    std::array<Seeds, 2> seeds_;
    KingMatrix turned_, reached_;
    KingMoves king_moves_;
    std::uint64_t configuration_ = 0;
    std::uint64_t black_rank_ = 0;
};

}  // namespace deepwell::egdb
