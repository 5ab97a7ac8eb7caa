// PerftTable: leaf counts of positions already met, shared by all threads without locks.
//
// An entry is four words: the position (two), depth and count, and their exclusive-or.  A reader
// that meets a half-written entry sees that the fourth word does not fit and counts afresh.  The
// whole position is compared, so a hit is never another position that shares a hash.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/position.h"

namespace deepwell {

class PerftTable {
public:
    // Uses the largest power of two of entries that fits into `bytes`, at least one.
    explicit PerftTable(std::size_t bytes)
        : entries_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Entry)))) {}

    std::optional<std::uint64_t> find(const Position& position, int depth) const {
        const auto key = words_of(position);
        const Entry& entry = entries_[slot_of(position, depth)];
        const std::uint64_t first = entry[0].load(std::memory_order_relaxed);
        const std::uint64_t second = entry[1].load(std::memory_order_relaxed);
        const std::uint64_t value = entry[2].load(std::memory_order_relaxed);
        const std::uint64_t check = entry[3].load(std::memory_order_relaxed);
        if (first != key[0] || second != key[1]) return std::nullopt;
        if ((first ^ second ^ value ^ Salt) != check) return std::nullopt;
        if (static_cast<int>(value >> CountBits) != depth) return std::nullopt;
        return value & MaxCount;
    }

    // Counts too large for an entry are not kept.
    void store(const Position& position, int depth, std::uint64_t count) {
        if (count > MaxCount) return;
        const auto key = words_of(position);
        const std::uint64_t value = static_cast<std::uint64_t>(depth) << CountBits | count;
        Entry& entry = entries_[slot_of(position, depth)];
        entry[0].store(key[0], std::memory_order_relaxed);
        entry[1].store(key[1], std::memory_order_relaxed);
        entry[2].store(value, std::memory_order_relaxed);
        entry[3].store(key[0] ^ key[1] ^ value ^ Salt, std::memory_order_relaxed);
    }

private:
    using Entry = std::array<std::atomic<std::uint64_t>, 4>;

    static constexpr int CountBits = 56;
    static constexpr std::uint64_t MaxCount = (std::uint64_t{1} << CountBits) - 1;
    static constexpr std::uint64_t Salt = 0x5851f42d4c957f2dU;  // an untouched entry fits nothing

    static std::array<std::uint64_t, 2> words_of(const Position& p) {
        return {p.black.bits() | std::uint64_t{p.white.bits()} << 32,
                p.kings.bits() | static_cast<std::uint64_t>(p.side) << 32};
    }
    std::size_t slot_of(const Position& position, int depth) const {
        const std::uint64_t mixed =
            hash_of(position) + static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(mixed) & (entries_.size() - 1);
    }

    std::vector<Entry> entries_;
};

}  // namespace deepwell
