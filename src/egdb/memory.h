// Memory: all values, and distances if wanted, up to a number of pieces, solved in memory.
//
// Small enough for tests, small boards and few pieces; files and larger sets are builder.h.

#pragma once

#include <optional>

#include "board/wdl.h"
#include "egdb/distance_solver.h"
#include "egdb/turn.h"

namespace deepwell::egdb {

class Memory {
public:
    struct Answer {
        Wdl value = Wdl::Draw;
        int distance = -1;  // plies; -1 for draws, and if distances were not wanted
        bool operator==(const Answer&) const = default;
    };

    // Solves all materials with both sides present.
    Memory(int pieces, bool with_distances, const SolveOptions& options);

    // Nothing for more pieces.  A side without pieces has lost, if it is to move.
    std::optional<Answer> answer(const Position& position) const;

    const RawStore& values() const { return values_; }

private:
    void solve(const Material& material, bool with_distances, const SolveOptions& options);

    RawStore values_;
    DistanceStore distances_;
};

}  // namespace deepwell::egdb
