// TranspositionTable: what earlier visits found out about positions, shared by all threads.
//
// A bucket is one cache line of four entries.  An entry is two words, the second holding everything
// and the first being the key xor the second, so that a torn pair of writes by two threads looks
// like a different key (Hyatt and Mann, "A lockless transposition-table implementation", 2002):
//
//     word 0   key ^ word 1
//     word 1   score 16 | evaluation 16 | move 16 | depth 8 | bound 2 | pv 1 | age 5
//
// The path to a position is no part of the key.  Draws by repetition are never stored for the
// position that repeats, but scores above it that rest on them are: the usual compromise about
// graph-history interaction.  Close to the no-progress limit the search does not take scores
// from here (worker.cpp).

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/zeroed_array.h"
#include "board/move.h"
#include "eval/score.h"

namespace deepwell::search {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// A move in 16 bits: from, to, and a trace of what it captures.  It means something only together
// with the legal moves of its position; two jumps may, rarely, share a code.
class MoveCode {
public:
    constexpr MoveCode() = default;
    explicit constexpr MoveCode(std::uint16_t bits) : bits_(bits) {}
    constexpr MoveCode(const Move& move)  // NOLINT(google-explicit-constructor)
        : bits_(static_cast<std::uint16_t>(move.from.index() | move.to.index() << 5 |
                                           trace_of(move.captured) << 10)) {}

    constexpr bool is_none() const { return bits_ == 0; }
    constexpr std::uint16_t bits() const { return bits_; }
    bool operator==(const MoveCode&) const = default;

private:
    static constexpr int trace_of(Bitboard captured) {
        if (captured.is_empty()) return 0;
        return static_cast<int>(1 + (captured.bits() * 0x9e3779b1U >> 8) % 63);
    }

    std::uint16_t bits_ = 0;
};

struct TableEntry {
    Score score = 0;
    Score evaluation = 0;  // NoEvaluation: was not made
    MoveCode move;
    int depth = 0;
    Bound bound = Bound::None;
    bool on_pv = false;  // was searched with an open window, some time

    // Says that the side to move wins, or that it loses, for certain and whatever the depth.
    bool is_claim() const {
        return (score > MaxEvaluation && bound != Bound::Upper) ||
               (score < -MaxEvaluation && bound != Bound::Lower);
    }
};
inline constexpr Score NoEvaluation = 32767;

class TranspositionTable {
public:
    // Rounded down to a power of two, at least one bucket.
    explicit TranspositionTable(std::size_t bytes);

    [[gnu::always_inline]] std::optional<TableEntry> find(std::uint64_t key) const {
        for (const Slot& slot : buckets_[bucket_of(key)].slots) {
            const std::uint64_t data = slot.data.load(Relaxed);
            if ((slot.check.load(Relaxed) ^ data) == key && data != 0) return unpack(data);
        }
        return std::nullopt;
    }
    // What claims nothing does not replace the claim of a win or a loss of the same position.
    void store(std::uint64_t key, const TableEntry& entry);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[bucket_of(key)]); }

    // Entries of earlier searches are replaced first.
    void new_search() { age_ = (age_ + 1) & AgeMask; }
    // REQUIRES: no other thread uses the table.
    void clear();
    // How much is filled by this search, in thousandths.
    int per_mille_used() const;
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

private:
    static constexpr auto Relaxed = std::memory_order_relaxed;
    static constexpr unsigned AgeMask = 31;
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };
    static_assert(sizeof(Bucket) == 64);

    [[gnu::always_inline]] static TableEntry unpack(std::uint64_t data) {
        const auto signed16 = [&](int shift) {
            return Score{static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> shift))};
        };
        return {signed16(0),
                signed16(16),
                MoveCode(static_cast<std::uint16_t>(data >> 32)),
                static_cast<int>(data >> 48 & 0xff),
                static_cast<Bound>(data >> 56 & 3),
                (data >> 58 & 1) != 0};
    }
    std::size_t bucket_of(std::uint64_t key) const { return key & mask_; }
    int worth_of(std::uint64_t data) const;

    ZeroedArray<Bucket> buckets_;
    std::size_t mask_;
    unsigned age_ = 0;
};

}  // namespace deepwell::search
