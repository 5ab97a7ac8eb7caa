// BusyMoves: what other threads are searching at this moment, so that a thread takes something else
// first and finds the result in the transposition table later.
//
// After J.-C. Weill, "The ABDADA distributed minimax search algorithm" (1996), in the simple form
// of T. Kerrigan.  A note may be lost when two share a slot: then work is done twice, no more.

#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace deepwell::search {

class BusyMoves {
public:
    // Below this depth a search is over before anyone could make use of the note.
    static constexpr int LeastDepth = 4;

    static std::uint64_t note_of(std::uint64_t child_key, int depth) {
        return child_key ^ 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(depth);
    }

    bool is_busy(std::uint64_t note) const { return slot(note).load(Relaxed) == note; }
    void enter(std::uint64_t note) { slot(note).store(note, Relaxed); }
    void leave(std::uint64_t note) {
        if (is_busy(note)) slot(note).store(0, Relaxed);
    }

private:
    static constexpr auto Relaxed = std::memory_order_relaxed;
    static constexpr std::size_t Slots = std::size_t{1} << 14;

    std::atomic<std::uint64_t>& slot(std::uint64_t note) {
        return slots_[note >> 20 & (Slots - 1)];
    }
    const std::atomic<std::uint64_t>& slot(std::uint64_t note) const {
        return slots_[note >> 20 & (Slots - 1)];
    }

    std::vector<std::atomic<std::uint64_t>> slots_ = std::vector<std::atomic<std::uint64_t>>(Slots);
};

}  // namespace deepwell::search
