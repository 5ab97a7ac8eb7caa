// DistanceSpread: quiet king moves over one men configuration, when both sides have kings and the
// values are known.
//
// For the attacker S and his opponent O, in rising half distance d:
//     S wins in d   where a jump or man's move reaches a loss in d - 1, or a king move does
//     O loses in d  where the longest win that jumps and men's moves reach is at most d, and all
//                   king moves reach wins in at most d
// Seeds wait in buckets until their d comes.  Every cell is settled once, and then seen from the
// other side of the table; only rows next to a settled cell are looked at again.

#pragma once

#include <array>
#include <bit>
#include <vector>

#include "base/check.h"
#include "egdb/distance_seeds.h"
#include "egdb/distance_table.h"
#include "egdb/king_moves.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

template <class Isa>
class DistanceSpread {
public:
    explicit DistanceSpread(const RawTable& table) : table_(table) {}

    void set_men(const Men& men) {
        const SquareSet free = (~(men.black | men.white)).bits();
        for (const Side side : Sides) {
            moves_[index(side)].list(table_.sets(side), free);
            if (table_.sets(side).words() == 1) list_neighbours(side);
        }
    }

    // What one side brings, and its cells in the table: a row for each set of the waiting side.
    struct Team {
        Side side;
        const KingMatrix& decided;
        const DistanceSeeds& seeds;
        std::uint8_t* cells;
    };

    // Writes the wins of `attacker` (decided: his wins) and the losses of `defender`.
    void run(const Team& attacker, const Team& defender) {
        prepare(attacker, defender);
        for (unsigned half = 0; open_cells_ > 0; ++half) {
            CHECK(half <= MaxHalfDistance);
            enter_wins(attacker, half);
            spread_wins(attacker, half);
            mark_neighbours(wins_.changed, defender, losses_.dirty);
            enter_losses(defender, half);
            spread_losses(defender, half);
            mark_neighbours(losses_.changed, attacker, wins_.dirty);
        }
        for (auto* layers : {&wins_.buckets, &losses_.buckets})
            for (auto& bucket : *layers) bucket.clear();
    }

private:
    using Bits = std::vector<Word>;  // a bit for each row

    // Columns of a row whose seeds have the same distance.
    struct Entry {
        std::uint32_t row;
        std::uint32_t word;
        Word bits;
    };

    struct Layers {
        std::array<std::vector<Entry>, std::size_t{MaxHalfDistance} + 2> buckets;
        KingMatrix settled;  // a row for each set of the mover
        KingMatrix seen;     // the same, a row for each set of the side that waits
        Bits dirty;          // rows of `settled` next to a change
        Bits changed;        // rows of `seen` that changed
    };

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

    void list_neighbours(Side side) {
        for (std::uint32_t row = 0; row < table_.sets(side).count(); ++row) {
            Word& marks = neighbours_[index(side)][row] = 0;
            for (const KingMove& move : moves_[index(side)].of(row)) marks |= Word{1} << move.row;
        }
    }

    void prepare(const Team& attacker, const Team& defender) {
        const KingSets& ours = table_.sets(attacker.side);
        const KingSets& theirs = table_.sets(defender.side);
        open_cells_ = 0;
        prepare_layers(wins_, ours, theirs);
        prepare_layers(losses_, theirs, ours);
        ready_.resize(theirs.count(), ours.words());
        ready_.clear();
        // Where kings share a square nobody can go: no way out of a loss.
        for (std::uint32_t q = 0; q < theirs.count(); ++q)
            for (std::uint32_t rest = theirs.set(q); rest != 0; rest &= rest - 1)
                for (std::size_t i = 0; i < ours.words(); ++i)
                    wins_.seen.row(q)[i] |= ours.with(std::countr_zero(rest))[i];
        sort_wins(attacker, theirs.words());
        sort_losses(defender, ours.words());
    }

    static void prepare_layers(Layers& layers, const KingSets& moving, const KingSets& waiting) {
        layers.settled.resize(moving.count(), waiting.words());
        layers.settled.clear();
        layers.seen.resize(waiting.count(), moving.words());
        layers.seen.clear();
        layers.dirty.assign(moving.words(), 0);
        layers.changed.assign(waiting.words(), 0);
    }

    void sort_wins(const Team& team, std::size_t words) {
        for (std::uint32_t r = 0; r < team.decided.rows(); ++r)
            for (std::uint32_t i = 0; i < words; ++i) {
                const Word wins = team.decided.row(r)[i];
                if (wins == 0) continue;
                open_cells_ += static_cast<std::uint64_t>(__builtin_popcountll(wins));
                const Slice& shortest = team.seeds.shortest.row(r)[i];
                for_each_number<Isa>(
                    shortest, wins & ~is_never<Isa>(shortest), [&](std::uint8_t half, Word where) {
                        wins_.buckets[std::size_t{half} + 1].push_back({r, i, where});
                    });
            }
    }

    void sort_losses(const Team& team, std::size_t words) {
        for (std::uint32_t q = 0; q < team.decided.rows(); ++q)
            for (std::uint32_t i = 0; i < words; ++i) {
                const Word losses = team.decided.row(q)[i];
                if (losses == 0) continue;
                open_cells_ += static_cast<std::uint64_t>(__builtin_popcountll(losses));
                for_each_number<Isa>(
                    team.seeds.longest.row(q)[i], losses, [&](std::uint8_t half, Word where) {
                        losses_.buckets[half].push_back({q, i, where});
                    });
            }
    }

    // The cells of a row have this half distance.
    void settle(Layers& layers, const Team& team, const Entry& entry, unsigned half) {
        layers.settled.row(entry.row)[entry.word] |= entry.bits;
        open_cells_ -= static_cast<std::uint64_t>(__builtin_popcountll(entry.bits));
        const std::size_t columns = layers.settled.rows();
        const std::size_t first = std::size_t{64} * entry.word;
        std::uint8_t* const cells = team.cells + first * columns + entry.row;
        Word* const seen = layers.seen.row(static_cast<std::uint32_t>(first)) + entry.row / 64;
        const Word mark = Word{1} << entry.row % 64;
        layers.changed[entry.word] |= entry.bits;
        for (Word rest = entry.bits; rest != 0; rest &= rest - 1) {
            const auto column = static_cast<std::size_t>(std::countr_zero(rest));
            cells[column * columns] = static_cast<std::uint8_t>(half);
            seen[column * layers.seen.words()] |= mark;
        }
    }

    // Kings go back and forth: the rows from which a row is reached are those that it reaches.
    void mark_neighbours(Bits& changed, const Team& mover, Bits& dirty) const {
        if (dirty.size() == 1) {
            for_each_row(changed, [&](std::uint32_t row) {
                dirty[0] |= neighbours_[index(mover.side)][row];
            });
            return;
        }
        for_each_row(changed, [&](std::uint32_t row) {
            for (const KingMove& move : moves_[index(mover.side)].of(row))
                dirty[move.row / 64] |= Word{1} << move.row % 64;
        });
    }

    // Calls use(row) for the rows marked, and takes the marks away.
    template <class Use>
    static void for_each_row(Bits& marked, const Use& use) {
        for (std::size_t i = 0; i < marked.size(); ++i)
            for (; marked[i] != 0; marked[i] &= marked[i] - 1)
                use(static_cast<std::uint32_t>(64 * i) +
                    static_cast<std::uint32_t>(std::countr_zero(marked[i])));
    }

    void enter_wins(const Team& team, unsigned half) {
        for (const Entry& entry : wins_.buckets[half]) {
            const Word fresh = entry.bits & ~wins_.settled.row(entry.row)[entry.word];
            if (fresh != 0) settle(wins_, team, {entry.row, entry.word, fresh}, half);
        }
    }

    // Losses by jumps are settled; others are ready, if the king moves lose as well.
    void enter_losses(const Team& team, unsigned half) {
        for (const Entry& entry : losses_.buckets[half]) {
            const Word quiet = team.seeds.quiet.row(entry.row)[entry.word];
            ready_.row(entry.row)[entry.word] |= entry.bits & quiet;
            losses_.dirty[entry.row / 64] |= Word{1} << entry.row % 64;
            const Word jumps = entry.bits & ~quiet;
            if (jumps != 0) settle(losses_, team, {entry.row, entry.word, jumps}, half);
        }
    }

    void spread_wins(const Team& team, unsigned half) {
        const std::size_t words = wins_.settled.words();
        for_each_row(wins_.dirty, [&](std::uint32_t r) {
            const auto moves = moves_[index(team.side)].of(r);
            for (std::uint32_t i = 0; i < words; ++i) {
                const Word open =
                    team.decided.row(r)[i] & team.seeds.quiet.row(r)[i] & ~wins_.settled.row(r)[i];
                if (open == 0) continue;
                Word reached = 0;
                for (const KingMove& move : moves) reached |= losses_.seen.row(move.row)[i];
                if ((reached & open) != 0) settle(wins_, team, {r, i, reached & open}, half);
            }
        });
    }

    void spread_losses(const Team& team, unsigned half) {
        const std::size_t words = losses_.settled.words();
        for_each_row(losses_.dirty, [&](std::uint32_t q) {
            const auto moves = moves_[index(team.side)].of(q);
            for (std::uint32_t i = 0; i < words; ++i) {
                Word all = ready_.row(q)[i] & ~losses_.settled.row(q)[i];
                for (std::size_t m = 0; m < moves.size() && all != 0; ++m)
                    all &= wins_.seen.row(moves[m].row)[i];
                if (all != 0) settle(losses_, team, {q, i, all}, half);
            }
        });
    }

    const RawTable& table_;
    std::array<KingMoves, 2> moves_;
    std::array<std::array<Word, 64>, 2> neighbours_;  // rows reached, if there are so few
    Layers wins_, losses_;
    KingMatrix ready_;  // losses of O but for his king moves
    std::uint64_t open_cells_ = 0;
};

}  // namespace deepwell::egdb
