// MaterialCheck for one instruction set.

#pragma once

#include "egdb/verify_check.h"
#include "egdb/verify_grounds.h"

namespace deepwell::egdb {

template <class Isa>
class MaterialCheckKernel final : public MaterialCheck {
public:
    explicit MaterialCheckKernel(const CheckContext& context)
        : values_(context.values), ranks_(context.ranks), grounds_(values_, context.stop) {}

    void read_values(ValueArray& array, IndexRange range, const ValueTable& table) override {
        const Material& material = array.index().material();
        const auto best_of_moves = best_in(values_, material);
        for_each(array, range, [&](Index i, const IndexWalk<Isa>& walk) {
            const Position position = walk.position();
            const PaddedPosition padded = turned_and_padded<Isa>(position);
            if (must_jump(padded))
                array.set(i, known_or_none<ValueArray>(best_of_moves(padded)));
            else if (!is_derived(material, walk.men()))
                array.set(
                    i, ValueArray::entry_of(table.value_at(table.place_of<Isa>(position), loads_)));
            return true;
        });
    }

    void derive_values(const ValueArray& array, ValueArray& derived, IndexRange range) override {
        const auto best_of_moves = best_in(values_, array.index().material());
        for_each(array, range, [&](Index i, const IndexWalk<Isa>& walk) {
            if (array[i] != ValueArray::Unknown) return true;
            const auto best = best_of_moves(turned_and_padded<Isa>(walk.position()));
            derived.set(i, known_or_none<ValueArray>(best));
            return true;
        });
    }

    ValueCounts count(const ValueArray& array, IndexRange range) override {
        ValueCounts counts;
        for (Index i = range.begin; i < range.end; ++i) {
            counts.positions += array[i] != ValueArray::Unknown;
            counts.wins += array[i] == ValueArray::entry_of(Wdl::Win);
            counts.losses += array[i] == ValueArray::entry_of(Wdl::Loss);
        }
        return counts;
    }

    std::optional<Index> read_ranks(RankArray& array,
                                    const ValueArray& values,
                                    IndexRange range,
                                    const PliesOf& plies_of) override {
        const auto best_of_moves = best_in(ranks_, array.index().material());
        std::optional<Index> first_unknown;
        for_each(array, range, [&](Index i, const IndexWalk<Isa>& walk) {
            const PaddedPosition padded = turned_and_padded<Isa>(walk.position());
            const Wdl value = ValueArray::value_of(values[i]);
            if (must_jump(padded))
                array.set(i, known_or_none<RankArray>(best_of_moves(padded)));
            else if (value == Wdl::Draw)
                array.set(i, 0);
            else if (const auto plies = plies_of(walk.position()); plies && *plies < RankArray::Far)
                array.set(i, RankArray::entry_of(value, *plies));
            else
                first_unknown = i;
            return !first_unknown.has_value();
        });
        return first_unknown;
    }

    std::optional<Contradiction<ValueArray>> check(const ValueArray& array,
                                                   IndexRange range) override {
        return check_in(values_, array, range);
    }
    std::optional<Contradiction<RankArray>> check(const RankArray& array,
                                                  IndexRange range) override {
        return check_in(ranks_, array, range);
    }

    Unfounded check_grounds(const ValueArray& array,
                            const ValueArray& twin,
                            std::uint64_t configuration) override {
        grounds_.search(array, twin, configuration);
        return {grounds_.first_unfounded(0), grounds_.first_unfounded(1)};
    }

private:
    template <class Array>
    static BestOfMoves<Isa, Array> best_in(const ArraySet<Array>& arrays,
                                           const Material& material) {
        return {arrays, arrays.find(material.turned())};
    }

    template <class Array>
    static typename Array::Entry known_or_none(typename Array::Entry best) {
        return best > Array::Best ? Array::Unknown : best;
    }

    // Calls use(index, walk) for every position until it says false.
    template <class Array, class Use>
    static void for_each(const Array& array, IndexRange range, const Use& use) {
        IndexWalk<Isa> walk(array.index(), range.begin);
        for (Index i = range.begin; i < range.end; ++i, walk.advance())
            if (!walk.is_void() && !use(i, walk)) return;
    }

    template <class Array>
    static std::optional<Contradiction<Array>> check_in(const ArraySet<Array>& arrays,
                                                        const Array& array,
                                                        IndexRange range) {
        const auto best_of_moves = best_in(arrays, array.index().material());
        std::optional<Contradiction<Array>> found;
        for_each(array, range, [&](Index i, const IndexWalk<Isa>& walk) {
            const PaddedPosition padded = turned_and_padded<Isa>(walk.position());
            const auto stored = array[i];
            if (stored != Array::Unknown && must_jump(padded)) return true;
            if (const auto best = best_of_moves(padded); best != stored)
                found = Contradiction<Array>{i, stored, best};
            return !found.has_value();
        });
        return found;
    }

    const ArraySet<ValueArray>& values_;
    const ArraySet<RankArray>& ranks_;
    Grounds<Isa> grounds_;
    Counter loads_;
};

}  // namespace deepwell::egdb
