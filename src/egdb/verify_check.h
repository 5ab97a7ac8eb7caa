// MaterialCheck: the passes over the positions of one material that verify.cpp needs, one by one.
//
// Positions are made from their index, moves come from the move generator, and what they lead to is
// looked up in plain arrays.  Nothing here knows rows of bits, layers or blocks.
//
// Thread rule: passes over ranges of one material may run at once if the ranges begin at multiples
// of RangeAlignment and do not overlap.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "base/cpu.h"
#include "egdb/value_table.h"
#include "egdb/verify_arrays.h"

namespace deepwell::egdb {

inline constexpr Index RangeAlignment = 4;

struct IndexRange {
    Index begin = 0;
    Index end = 0;
};

struct ValueCounts {
    std::uint64_t positions = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
};

// Where a check failed, and the best that the moves there lead to.
template <class Array>
struct Contradiction {
    Index index = 0;
    typename Array::Entry stored = Array::Unknown;
    typename Array::Entry best = Array::Unknown;
};

// The plies of a position that is won or lost, without jumps, Black to move; nothing if unknown.
using PliesOf = std::function<std::optional<int>(const Position&)>;

class MaterialCheck {
public:
    virtual ~MaterialCheck() = default;

    // Sets the entries of positions that are in the file, and by playing out those with jumps.
    virtual void read_values(ValueArray& array, IndexRange range, const ValueTable& table) = 0;
    // The entries that files leave out (derived.h): the best of their moves.
    virtual void derive_values(const ValueArray& array, ValueArray& derived, IndexRange range) = 0;
    virtual ValueCounts count(const ValueArray& array, IndexRange range) = 0;
    // Sets the ranks of all positions, those with jumps by playing out.  The first that is won or
    // lost in a number of plies that nobody knows, or nothing.
    virtual std::optional<Index> read_ranks(RankArray& array,
                                            const ValueArray& values,
                                            IndexRange range,
                                            const PliesOf& plies_of) = 0;

    // The first position without jumps that is not the best of its moves.
    virtual std::optional<Contradiction<ValueArray>> check(const ValueArray& array,
                                                           IndexRange range) = 0;
    virtual std::optional<Contradiction<RankArray>> check(const RankArray& array,
                                                          IndexRange range) = 0;

    // The first won or lost position of each array that no play of finite length explains, in one
    // configuration of `array` and the same one seen from the other side in `twin` (Grounds). Means
    // nothing if stopped.  REQUIRES: check found nothing in both.
    struct Unfounded {
        std::optional<Index> here, there;
    };
    virtual Unfounded check_grounds(const ValueArray& array,
                                    const ValueArray& twin,
                                    std::uint64_t configuration) = 0;
};

// What a check looks at; must outlive it.
struct CheckContext {
    const ArraySet<ValueArray>& values;
    const ArraySet<RankArray>& ranks;
    std::stop_token stop;  // heeded by check_grounds, whose work may be long; ranges are short
};

// Thread rule: one for each thread.
std::unique_ptr<MaterialCheck> make_material_check(Kernel kernel, const CheckContext& context);

std::unique_ptr<MaterialCheck> make_material_check_portable(const CheckContext& context);
std::unique_ptr<MaterialCheck> make_material_check_avx2(const CheckContext& context);

}  // namespace deepwell::egdb
