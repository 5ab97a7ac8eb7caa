// EvaluationCache: evaluations of the last positions of one thread.
//
// A quarter of all evaluations are asked for again soon: by a search of the same position to
// another depth, or by another order of the same moves.  It is small on purpose, to stay in the
// second level of the processor's cache.
//
// An entry is the key with its lowest 16 bits replaced by the score; these bits tell the slot.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eval/score.h"

namespace deepwell::search {

class EvaluationCache {
public:
    std::optional<Score> find(std::uint64_t key) const {
        const std::uint64_t entry = entries_[slot(key)];
        if ((entry ^ key) >> ScoreBits != 0) return std::nullopt;
        return static_cast<std::int16_t>(static_cast<std::uint16_t>(entry));
    }
    void store(std::uint64_t key, Score score) {
        entries_[slot(key)] = key >> ScoreBits << ScoreBits |
                              static_cast<std::uint16_t>(static_cast<unsigned>(score));
    }
    void clear() { entries_.assign(entries_.size(), 0); }

private:
    static constexpr int ScoreBits = 16;
    static constexpr std::size_t Entries = std::size_t{1} << 13;
    static_assert(Entries <= std::size_t{1} << ScoreBits);

    static std::size_t slot(std::uint64_t key) { return key & (Entries - 1); }

    std::vector<std::uint64_t> entries_ = std::vector<std::uint64_t>(Entries);
};

}  // namespace deepwell::search
