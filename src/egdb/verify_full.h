// FullVerification: every value of the database derived again from its moves.
//
// A material and its turned twin are read into plain arrays together, after all that their moves
// can lead to.  Then, for each position that has no jump (those that have are played out while
// reading):
//
//  - its value is the best of its moves,
//  - wins and losses rest on play that ends.  Where distances are at hand they are the proof: each
//    is one ply more than that of the best move, so it falls along a line of play.  Elsewhere the
//    proof is made anew (Grounds).
//
// docs/egdb-method.md shows that no other table satisfies both.

#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>
#include <vector>

#include "base/progress.h"
#include "egdb/database.h"
#include "egdb/verify_check.h"
#include "egdb/verify_options.h"

namespace deepwell::egdb {

class FullVerification {
public:
    // All must outlive it.
    FullVerification(const Database& database,
                     const VerifyOptions& options,
                     const std::stop_token& stop,
                     Progress& progress);

    // The first fault, or nothing.
    std::optional<std::string> run();

    std::uint64_t positions() const { return positions_; }
    std::uint64_t distances() const { return distances_; }

private:
    using Fault = std::optional<std::string>;
    using Pair = std::vector<Material>;  // a material and its twin, or one that is its own

    void plan();
    Fault verify(const Pair& pair);
    Fault find_absent(const Pair& pair) const;
    void read(const Pair& pair);
    ValueCounts count(const ValueArray& array);
    Pair suspects_first(const Pair& pair) const;
    bool counts_are_right(const Material& material) const;
    Fault check_values(const Material& material);
    bool has_distances(const Pair& pair) const;
    Fault check_distances(const Pair& pair);
    Fault read_distances(const Material& material);
    Fault check_grounds(const Pair& pair);
    void drop_after(std::size_t step);

    template <class Array>
    std::optional<Contradiction<Array>> first_contradiction(const Array& array);
    // Calls use(range, check) for all ranges of the indexes of an array, on all threads.
    template <class Array, class Use>
    void for_ranges(const Array& array, const Use& use);
    void advance(IndexRange range);

    std::string place_of(const Position& position) const;
    std::string value_fault(const Position& position,
                            std::optional<Wdl> stored,
                            std::optional<Wdl> best) const;
    std::string rank_fault(const Position& position, const Contradiction<RankArray>& found) const;
    Fault counts_fault(const Material& material) const;
    std::string unfounded_fault(const ValueArray& array, Index index) const;

    const Database& database_;
    const VerifyOptions& options_;
    std::stop_token stop_;
    Progress& progress_;
    tbb::task_arena arena_;
    ArraySet<ValueArray> values_;
    ArraySet<RankArray> ranks_;
    tbb::enumerable_thread_specific<std::unique_ptr<MaterialCheck>> checks_;
    std::vector<Pair> pairs_;
    std::map<Material, std::size_t> last_use_;  // the number of the last pair that needs an array
    std::map<Material, ValueCounts> counts_;
    std::string stage_;
    std::uint64_t positions_ = 0, distances_ = 0;
    std::uint64_t all_positions_ = 0, all_indexes_ = 0;
    std::atomic<std::uint64_t> indexes_done_ = 0;  // each pass counts
};

}  // namespace deepwell::egdb
