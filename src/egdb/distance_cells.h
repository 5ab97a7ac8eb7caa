// DistanceCells: the cells of a distance file, taken from tables in memory.
//
// A cell is the half distance (distance_table.h) of a position that is won or lost and in which the
// side to move need not jump.  Nobody will ask for the other cells: they are 0, which makes the
// files small.

#pragma once

#include <memory>

#include "egdb/distance_table.h"
#include "egdb/layers.h"

namespace deepwell::egdb {

// The longest win among some cells, jumps included, and the first cell that has it.
struct LongestCell {
    std::uint8_t half = 0;  // 0: no win
    std::uint64_t cell = 0;
};

// One per thread.
class DistanceCells {
public:
    virtual ~DistanceCells() = default;
    // The cells [first, first + count) with the given side to move.
    virtual void read(std::uint64_t first, std::size_t count, std::uint8_t* out) = 0;
    virtual LongestCell longest(std::uint64_t first, std::size_t count) const = 0;
};

// The tables must outlive it.
std::unique_ptr<DistanceCells> make_distance_cells(Kernel kernel,
                                                   const RawTable& values,
                                                   const DistanceTable& distances,
                                                   Side mover);
std::unique_ptr<DistanceCells> make_distance_cells_portable(const RawTable& values,
                                                            const DistanceTable& distances,
                                                            Side mover);
std::unique_ptr<DistanceCells> make_distance_cells_avx2(const RawTable& values,
                                                        const DistanceTable& distances,
                                                        Side mover);

}  // namespace deepwell::egdb
