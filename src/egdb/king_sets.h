// KingSets: all sets of k kings on n free squares, in colexicographic order, seen as bit rows.
//
// A *bit row* has one bit per set.  with(i) marks the sets that have a king on free square i.  From
// these masks every condition on kings is made with AND and NOT, 64 sets at a time; and rows are
// moved between two families of sets by gathering the bits under one mask and scattering them under
// another, because both enumerate the same smaller sets in the same order (binomial.h).

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace deepwell::egdb {

using Word = std::uint64_t;

constexpr std::size_t words_for(std::uint64_t bits) {
    return static_cast<std::size_t>((bits + 63) / 64);
}

class KingSets {
public:
    KingSets(int squares, int kings);

    int squares() const { return squares_; }
    int kings() const { return kings_; }
    std::uint32_t count() const { return static_cast<std::uint32_t>(sets_.size()); }
    std::size_t words() const { return words_; }

    // Bit i of a set: a king on free square i.
    std::uint32_t set(std::uint32_t rank) const { return sets_[rank]; }

    // The sets with a king on free square i; words() words, the unused bits at the end zero.
    const Word* with(int i) const { return masks_.data() + static_cast<std::size_t>(i) * words_; }
    // All sets.
    const Word* all() const { return masks_.data() + static_cast<std::size_t>(squares_) * words_; }

private:
    int squares_;
    int kings_;
    std::size_t words_;
    std::vector<std::uint32_t> sets_;
    std::vector<Word> masks_;
};

// Made once for each number of squares and kings and kept for the life of the program.
// Thread rule: any thread.
const KingSets& king_sets(int squares, int kings);

}  // namespace deepwell::egdb
