// The work of DistanceConfigSolver, compiled once per instruction set.
//
// Values are known, so two independent systems remain, one per attacker S with opponent O:
//
//     win of S   = 1 + the shortest loss of O that a move reaches
//     loss of O  = the longest win of S that a move reaches
//
// in half distances.  Moves that leave the configuration are seeds (distance_seeder.h); quiet king
// moves spread them in rising distance (distance_spread.h).  If only one side has kings there is no
// circle: the other is settled by its seeds, and it by one look ahead.

#pragma once

#include <array>
#include <cstring>

#include "egdb/distance_seeder.h"
#include "egdb/distance_solver.h"
#include "egdb/distance_spread.h"

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
          seeders_{make_distance_seeder<Isa>(values, distances, table, out, Side::Black),
                   make_distance_seeder<Isa>(values, distances, table, out, Side::White)},
          spread_(table) {}

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
    static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
    DistanceSeeder& seeder(Side side) { return *seeders_[index(side)]; }
    DistanceSeeds& seeds(Side side) { return seeds_[index(side)]; }
    DecidedCells& decided(Side side) { return decided_[index(side)]; }

    std::uint8_t* cells(Side mover) {
        return out_.half(mover).data() + configuration_ * out_.cells();
    }
    const std::uint8_t* plane(Side mover, bool win) const {
        const RawTable::Half& half = table_.half(mover);
        return (win ? half.win : half.loss).data() + configuration_ * half.stride;
    }

    // ---- At most one side has kings: a single row, as it stands in the table ----

    void solve_one(Side with_kings) {
        const Side without = other(with_kings);
        settled_.resize(1, words_for(out_.cells()));
        if (load_row(without)) {
            seeder(without).seed_rows(decided(without), seeds(without));
            settle(without);
        }
        if (!load_row(with_kings)) return;
        seeder(with_kings).seed_columns(decided(with_kings), seeds(with_kings));
        if (table_.material().of(with_kings).kings > 0)
            seeder(with_kings)
                .look_ahead(settled_.row(0),
                            decided(without).loss.row(0),
                            decided(with_kings),
                            seeds(with_kings));
        settle(with_kings);
    }

    // False if nothing is decided.
    bool load_row(Side mover) {
        const std::size_t words = words_for(out_.cells());
        decided(mover).resize(1, words + 1);  // one is read behind the last
        Word* const win = decided(mover).win.row(0);
        Word* const loss = decided(mover).loss.row(0);
        load_plane(plane(mover, true), win, words);
        load_plane(plane(mover, false), loss, words);
        Word any = 0;
        for (std::size_t i = 0; i < words; ++i) any |= win[i] | loss[i];
        return any != 0;
    }

    void load_plane(const std::uint8_t* bits, Word* row, std::size_t words) const {
        std::fill_n(row, words + 1, Word{0});
        std::memcpy(row, bits, (out_.cells() + 7) / 8);
    }

    // What is found is final: into settled_, and into the table.
    void settle(Side mover) {
        const std::size_t words = words_for(out_.cells());
        for (std::size_t i = 0; i < words; ++i) {
            const Word win = decided(mover).win.row(0)[i], loss = decided(mover).loss.row(0)[i];
            Slice& half = settled_.row(0)[i];
            half = seeds(mover).shortest.row(0)[i];
            Word too_long = is_never<Isa>(half);
            add_one<Isa>(half);
            too_long |= is_never<Isa>(half);
            CHECK((too_long & win) == 0);
            replace<Isa>(half, seeds(mover).longest.row(0)[i], loss);
            for (Word& bits : half.plane) bits &= win | loss;
            store_slice<Isa>(
                half, std::min<std::uint64_t>(64, out_.cells() - 64 * i), cells(mover) + 64 * i);
        }
    }

    // ---- Both sides have kings ----

    void solve_both(const Men& men) {
        Word any = 0;
        for (const Side side : Sides)
            any |= load_matrix(side, true, decided(side).win) |
                   load_matrix(side, false, decided(side).loss);
        if (any == 0) return;
        spread_.set_men(men);
        for (const Side side : Sides) seeder(side).seed_rows(decided(side), seeds(side));
        for (const Side s : Sides) {
            const Side o = other(s);
            spread_.run({s, decided(s).win, seeds(s), cells(s)},
                        {o, decided(o).loss, seeds(o), cells(o)});
        }
    }

    // A row for each set of the mover, who has the columns of the table.  0 if nothing is marked.
    Word load_matrix(Side mover, bool wins, KingMatrix& out) {
        const std::uint8_t* const bits = plane(mover, wins);
        const std::uint32_t waiting = table_.sets(other(mover)).count();
        const std::uint32_t moving = table_.sets(mover).count();
        const std::size_t words = words_for(moving);
        const Word last = moving % 64 != 0 ? (Word{1} << moving % 64) - 1 : ~Word{0};
        Word any = 0;
        rows_.resize(waiting, words);
        for (std::uint32_t w = 0; w < waiting; ++w) {
            Word* const row = rows_.row(w);
            for (std::size_t i = 0; i < words; ++i)
                row[i] = load_bits(bits, std::uint64_t{w} * moving + 64 * i);
            row[words - 1] &= last;
            for (std::size_t i = 0; i < words; ++i) any |= row[i];
        }
        out.resize(moving, words_for(waiting));
        for (std::uint32_t block = 0; block < words_for(waiting); ++block)
            transpose_rows(rows_, block, out, [](std::uint32_t) {});
        return any;
    }

    const RawTable& table_;
    DistanceTable& out_;
    std::array<std::unique_ptr<DistanceSeeder>, 2> seeders_;
    DistanceSpread<Isa> spread_;
    std::array<DistanceSeeds, 2> seeds_;
    std::array<DecidedCells, 2> decided_;
    SliceMatrix settled_;
    KingMatrix rows_;
    std::uint64_t configuration_ = 0;
};

}  // namespace deepwell::egdb
