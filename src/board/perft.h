// perft: how many move sequences of a given length a position has.  The measure of truth and
// speed of a move generator.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "base/progress.h"
#include "board/move.h"
#include "board/movegen_kernel.h"

namespace deepwell {

struct PerftOptions {
    // Whether two jump paths with the same result are one move (dctl) or two (OEIS A133046).
    JumpPaths paths = JumpPaths::Unique;
    int threads = 1;
    // Memory for a table of counts already found, shared by all threads; 0: count everything.
    std::size_t table_bytes = 0;
    Kernel kernel = best_kernel();
};

// Leaves `depth` plies away; nothing if stopped.  REQUIRES: depth >= 0.
std::optional<std::uint64_t> perft(const Position& position,
                                   int depth,
                                   const PerftOptions& options,
                                   const std::stop_token& stop,
                                   Progress& progress);

// The same per move of the position, in the order of legal_moves().  REQUIRES: depth >= 1.
std::optional<std::vector<std::pair<Move, std::uint64_t>>> perft_divide(const Position& position,
                                                                        int depth,
                                                                        const PerftOptions& options,
                                                                        const std::stop_token& stop,
                                                                        Progress& progress);

}  // namespace deepwell
