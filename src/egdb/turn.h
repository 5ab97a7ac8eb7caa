// Turn: which cell of a table becomes which when the board is turned and the colours exchanged.

#pragma once

#include <cstdint>
#include <tbb/parallel_for.h>
#include <vector>

#include "egdb/binomial.h"
#include "egdb/distance_table.h"
#include "egdb/raw_table.h"

namespace deepwell::egdb {

class Turn {
public:
    // From tables of `from` to those of its turned material with `to_move` to move there.
    Turn(const RawTable& from, const RawTable& to, Side to_move)
        : from_(from),
          to_(to),
          rows_(turned_ranks(to.sets(other(to_move)))),
          columns_(turned_ranks(to.sets(to_move))) {}

    // Calls use(configuration, source configuration) for all, on several threads.
    template <class Use>
    void for_each_configuration(const Use& use) const {
        tbb::parallel_for(
            tbb::blocked_range<std::uint64_t>(0, to_.men().size(), 64), [&](const auto& range) {
                to_.men().for_each_in(
                    range.begin(), range.end(), [&](std::uint64_t number, const Men& men) {
                        use(number,
                            from_.men().number_of({men.white.turned(), men.black.turned()}));
                    });
            });
    }

    std::uint32_t rows() const { return static_cast<std::uint32_t>(rows_.size()); }
    std::uint32_t columns() const { return static_cast<std::uint32_t>(columns_.size()); }
    // Where a row or a column comes from.
    std::uint32_t source_row(std::uint32_t row) const { return rows_[row]; }
    std::uint32_t source_column(std::uint32_t column) const { return columns_[column]; }
    // The cell within a configuration that becomes the cell (row, column).
    std::uint64_t source_cell(std::uint32_t row, std::uint32_t column) const {
        return std::uint64_t{rows_[row]} * columns_.size() + columns_[column];
    }

private:
    // Turning reverses the numbers of the free squares.
    static std::vector<std::uint32_t> turned_ranks(const KingSets& sets) {
        std::vector<std::uint32_t> ranks;
        for (std::uint32_t r = 0; r < sets.count(); ++r) {
            const std::uint32_t reversed =
                Bitboard(sets.set(r)).turned().bits() >> (SquareCount - sets.squares());
            ranks.push_back(static_cast<std::uint32_t>(colex_rank(reversed)));
        }
        return ranks;
    }

    const RawTable& from_;
    const RawTable& to_;
    std::vector<std::uint32_t> rows_, columns_;
};

// The same values with the board turned and the colours exchanged.
RawTable turned(const RawTable& table);
// Only those with Black to move.
RawTable turned_for_black(const RawTable& table);

// The same distances, where `values` are the values before and `turned_values` those after turning.
DistanceTable turned(const DistanceTable& distances,
                     const RawTable& values,
                     const RawTable& turned_values);

}  // namespace deepwell::egdb
