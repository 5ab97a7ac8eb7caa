// The work of DistanceConfigSolver, compiled once per instruction set.
//
// Values are known, so two independent systems remain, one per attacker S with opponent O:
//
//     win of S   = 1 + the shortest loss of O that a move reaches
//     loss of O  = the longest win of S that a move reaches
//
// in half distances.  Moves that leave the configuration give the first estimates; quiet king moves
// lower them, a whole row of bytes at a time, until nothing changes.  Estimates start too long
// (Never) and never fall below the truth, and every move costs a ply, so the system has only one
// finite solution: what is left when nothing changes is it.

#pragma once

#include <array>
#include <cstring>
#include <utility>

#include "egdb/distance_seeder.h"
#include "egdb/distance_solver.h"
#include "egdb/king_moves.h"

namespace deepwell::egdb {

template <class Isa>
class DistanceSolverKernel final : public DistanceConfigSolver {
public:
    DistanceSolverKernel(const RawStore& values,
                         const DistanceStore& distances,
                         const RawTable& table,
                         DistanceTable& out)
        : table_(table),
          out_(out),
          black_(values, distances, table, out, Side::Black),
          white_(values, distances, table, out, Side::White) {}

    void solve(std::uint64_t configuration) override {
        configuration_ = configuration;
        const Men men = table_.men().template men_of<Isa>(configuration);
        for (const Side side : Sides) seeder(side).set_men(men);
        const bool black_kings = table_.material().black.kings > 0;
        const bool white_kings = table_.material().white.kings > 0;
        if (black_kings && white_kings) return solve_both(men);
        solve_one(black_kings ? Side::Black : Side::White);
    }

private:
    using Flags = std::vector<std::uint8_t>;

    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    DistanceSeederKernel<Isa>& seeder(Side side) { return side == Side::Black ? black_ : white_; }
    DistanceSeeds& seeds(Side side) { return seeds_[index(side)]; }

    std::uint8_t* cells(Side mover) {
        return out_.half(mover).data() + configuration_ * out_.cells();
    }
    const std::uint8_t* plane(Side mover, bool win) const {
        const RawTable::Half& half = table_.half(mover);
        return (win ? half.win : half.loss).data() + configuration_ * half.stride;
    }
    static bool has(const std::uint8_t* bits, std::uint64_t at) {
        return (bits[at / 8] >> at % 8 & 1) != 0;
    }

    // ---- At most one side has kings: no turns are needed ----

    void solve_one(Side with_kings) {
        const Side without = other(with_kings);
        seeder(without).seed_rows(seeds(without));
        settle(without);
        seeder(with_kings).seed_columns(seeds(with_kings));
        if (table_.material().of(with_kings).kings > 0) {
            load_bits_of(without);
            seeder(with_kings)
                .look_ahead(cells(without), won_.data(), lost_.data(), seeds(with_kings));
        }
        settle(with_kings);
    }

    void load_bits_of(Side mover) {
        const std::size_t words = words_for(out_.cells());
        won_.assign(words, 0);
        lost_.assign(words, 0);
        std::memcpy(won_.data(), plane(mover, true), (out_.cells() + 7) / 8);
        std::memcpy(lost_.data(), plane(mover, false), (out_.cells() + 7) / 8);
    }

    void settle(Side mover) {
        std::uint8_t* const to = cells(mover);
        for (std::uint64_t i = 0; i < out_.cells(); ++i)
            to[i] = has(plane(mover, true), i)    ? seeds(mover).win.row(0)[i]
                    : has(plane(mover, false), i) ? seeds(mover).loss.row(0)[i]
                                                  : std::uint8_t{0};
    }

    // ---- Both sides have kings ----

    void solve_both(const Men& men) {
        const SquareSet free = (~(men.black | men.white)).bits();
        for (const Side side : Sides) {
            moves_[index(side)].list(table_.sets(side), free);
            seeder(side).seed_rows(seeds(side));
        }
        for (const Side side : Sides) {
            attack(side);
            store(side, win_seen_, true);
            store(other(side), loss_seen_, false);
        }
    }

    // Wins of S and losses of O.  Matrices with a row for each set of whoever moves, and the same
    // seen by the other side (a row for each set of whoever waits).
    void attack(Side s) {
        const Side o = other(s);
        prepare(s);
        for (bool first = true, changed = true; changed; first = false) {
            show(win_, win_changed_, win_seen_, win_seen_changed_);
            lower_losses(o, first);
            show(loss_, loss_changed_, loss_seen_, loss_seen_changed_);
            changed = lower_wins(s, first);
        }
    }

    void prepare(Side s) {
        const Side o = other(s);
        const std::uint32_t ours = table_.sets(s).count(), theirs = table_.sets(o).count();
        win_.resize(ours, theirs);
        loss_.resize(theirs, ours);
        win_seen_.resize(theirs, ours);
        loss_seen_.resize(ours, theirs);
        is_win_.resize(ours, theirs);
        is_loss_.resize(theirs, ours);
        for (ByteMatrix* matrix : {&win_, &loss_, &win_seen_, &loss_seen_}) matrix->fill(Never);
        mark_cells(s, true, is_win_);
        mark_cells(o, false, is_loss_);
        for (std::uint32_t r = 0; r < ours; ++r) prepare_wins(s, r);
        for (std::uint32_t q = 0; q < theirs; ++q) prepare_losses(o, q);
        win_changed_.assign(words_in_bands(ours), 1);
        loss_changed_.assign(words_in_bands(theirs), 1);
    }

    static std::size_t words_in_bands(std::uint32_t rows) { return (std::size_t{rows} + 7) / 8; }

    // Never in the cells of `marks` (a row for each set of the mover) that are won or lost.
    void mark_cells(Side mover, bool wins, ByteMatrix& marks) {
        const std::uint8_t* const bits = plane(mover, wins);
        const std::uint32_t waiting = table_.sets(other(mover)).count();
        const std::uint32_t moving = table_.sets(mover).count();
        bit_rows_.resize(waiting, words_for(moving));
        for (std::uint32_t w = 0; w < waiting; ++w) {
            Word* const row = bit_rows_.row(w);
            for (std::size_t i = 0; i < bit_rows_.words(); ++i)
                row[i] = load_bits(bits, std::uint64_t{w} * moving + 64 * i);
            if (moving % 64 != 0) row[bit_rows_.words() - 1] &= (Word{1} << moving % 64) - 1;
        }
        bit_columns_.resize(moving, words_for(waiting));
        for (std::uint32_t block = 0; block < words_for(waiting); ++block)
            transpose_rows(bit_rows_, block, bit_columns_, [](std::uint32_t) {});
        for (std::uint32_t m = 0; m < moving; ++m)
            expand(bit_columns_.row(m), waiting, marks.row(m));
    }

    // A byte Never for each bit that is set, 0 for the others.
    static void expand(const Word* bits, std::size_t count, std::uint8_t* bytes) {
        for (std::size_t i = 0; i < count; i += 8) {
            const Word eight = bits[i / 64] >> i % 64 & 0xffU;
            const Word spread = pdep<Isa>(eight, 0x0101010101010101U) * Never;
            std::memcpy(bytes + i, &spread, sizeof spread);
        }
    }

    // Wins through jumps and men; 0 where kings share a square, so that such cells never delay a
    // loss.  is_win_ keeps only the cells that king moves may change.
    void prepare_wins(Side s, std::uint32_t r) {
        const KingSets& theirs = table_.sets(other(s));
        std::uint8_t* const win = win_.row(r);
        std::uint8_t* const is_win = is_win_.row(r);
        const std::uint8_t* const seed = seeds(s).win.row(r);
        const Word* const quiet = seeds(s).quiet.row(r);
        expand(quiet, win_.columns(), quiet_bytes(win_.columns()));
        for (std::size_t q = 0; q < win_.columns(); ++q) {
            win[q] = is_win[q] != 0 ? seed[q] : Never;
            is_win[q] = static_cast<std::uint8_t>(is_win[q] & quiet_bytes_[q]);
        }
        for (std::uint32_t rest = table_.sets(s).set(r); rest != 0; rest &= rest - 1) {
            const Word* const shared = theirs.with(std::countr_zero(rest));
            for (std::size_t i = 0; i < theirs.words(); ++i)
                for (Word bits = shared[i]; bits != 0; bits &= bits - 1)
                    win[64 * i + static_cast<std::size_t>(std::countr_zero(bits))] = 0;
        }
    }

    void prepare_losses(Side o, std::uint32_t q) {
        std::uint8_t* const loss = loss_.row(q);
        std::uint8_t* const is_loss = is_loss_.row(q);
        const std::uint8_t* const seed = seeds(o).loss.row(q);
        expand(seeds(o).quiet.row(q), loss_.columns(), quiet_bytes(loss_.columns()));
        for (std::size_t r = 0; r < loss_.columns(); ++r) {
            loss[r] = is_loss[r] != 0 && quiet_bytes_[r] == 0 ? seed[r] : Never;
            is_loss[r] = static_cast<std::uint8_t>(is_loss[r] & quiet_bytes_[r]);
        }
    }

    std::uint8_t* quiet_bytes(std::size_t count) {
        quiet_bytes_.resize(count + 8);
        return quiet_bytes_.data();
    }

    static void show(const ByteMatrix& from, Flags& changed, ByteMatrix& to, Flags& to_changed) {
        to_changed.assign(to.rows(), 0);
        for (std::uint32_t band = 0; band < changed.size(); ++band)
            if (std::exchange(changed[band], std::uint8_t{0}) != 0)
                transpose_band(from, band, to, to_changed);
    }

    static bool is_next_to(std::span<const KingMove> moves, const Flags& changed) {
        for (const KingMove& move : moves)
            if (changed[move.row] != 0) return true;
        return false;
    }

    void lower_losses(Side o, bool first) {
        std::vector<std::uint8_t>& longest = scratch_;
        for (std::uint32_t q = 0; q < loss_.rows(); ++q) {
            const auto moves = moves_[index(o)].of(q);
            if (!first && !is_next_to(moves, win_seen_changed_)) continue;
            const std::size_t n = loss_.columns();
            longest.assign(seeds(o).loss.row(q), seeds(o).loss.row(q) + n);
            for (const KingMove& move : moves) {
                const std::uint8_t* there = win_seen_.row(move.row);
                for (std::size_t i = 0; i < n; ++i) longest[i] = std::max(longest[i], there[i]);
            }
            if (take(is_loss_.row(q), longest.data(), loss_.row(q), n)) loss_changed_[q / 8] = 1;
        }
    }

    bool lower_wins(Side s, bool first) {
        std::vector<std::uint8_t>& shortest = scratch_;
        bool any = false;
        for (std::uint32_t r = 0; r < win_.rows(); ++r) {
            const auto moves = moves_[index(s)].of(r);
            if (!first && !is_next_to(moves, loss_seen_changed_)) continue;
            const std::size_t n = win_.columns();
            shortest.assign(n, Never);
            for (const KingMove& move : moves) {
                const std::uint8_t* there = loss_seen_.row(move.row);
                for (std::size_t i = 0; i < n; ++i) shortest[i] = std::min(shortest[i], there[i]);
            }
            for (std::size_t i = 0; i < n; ++i)
                shortest[i] = static_cast<std::uint8_t>(shortest[i] + (shortest[i] != Never));
            for (std::size_t i = 0; i < n; ++i) shortest[i] = std::min(shortest[i], win_.row(r)[i]);
            if (!take(is_win_.row(r), shortest.data(), win_.row(r), n)) continue;
            win_changed_[r / 8] = 1;
            any = true;
        }
        return any;
    }

    // Replaces the cells that are marked; true if any is different now.
    static bool take(const std::uint8_t* mark,
                     const std::uint8_t* from,
                     std::uint8_t* to,
                     std::size_t n) {
        std::uint8_t changed = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint8_t cell =
                static_cast<std::uint8_t>((from[i] & mark[i]) | (to[i] & ~mark[i]));
            changed = static_cast<std::uint8_t>(changed | (cell ^ to[i]));
            to[i] = cell;
        }
        return changed != 0;
    }

    // `seen` has a row for each set of the waiting side: the layout of the table.
    void store(Side mover, const ByteMatrix& seen, bool wins) {
        const std::uint8_t* const bits = plane(mover, wins);
        std::uint8_t* const to = cells(mover);
        std::uint64_t cell = 0;
        for (std::uint32_t r = 0; r < seen.rows(); ++r)
            for (std::size_t c = 0; c < seen.columns(); ++c, ++cell)
                if (has(bits, cell)) to[cell] = seen.row(r)[c];
    }

    const RawTable& table_;
    DistanceTable& out_;
    DistanceSeederKernel<Isa> black_, white_;
    std::array<DistanceSeeds, 2> seeds_;
    std::array<KingMoves, 2> moves_;
    std::uint64_t configuration_ = 0;
    std::vector<Word> won_, lost_;
    ByteMatrix win_, loss_, win_seen_, loss_seen_, is_win_, is_loss_;
    KingMatrix bit_rows_, bit_columns_;
    Flags win_changed_, loss_changed_;            // bands of 8 rows not yet seen by the other side
    Flags win_seen_changed_, loss_seen_changed_;  // rows that changed in the last turn
    std::vector<std::uint8_t> scratch_, quiet_bytes_;
};

}  // namespace deepwell::egdb
