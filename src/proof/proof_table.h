// ProofTable: what df-pn has found out about positions, in bounded memory.
//
// Entries hold the whole position: no value rests on a hash.  When a bucket is full, the entry
// that cost least work goes.  Both questions live in one table side by side.
//
// Thread rule: any number of threads; a bucket is locked while it is read or written.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/zeroed_array.h"
#include "board/position.h"
#include "proof/proof_numbers.h"

namespace deepwell::proof {

struct TableValue {
    Numbers numbers;
    std::uint16_t rank = 0;    // of a win: plies to a leaf at most
    bool conditional = false;  // a disproof that rests on the path it was found on
    std::uint8_t work = 0;     // logarithm of the nodes it took
    std::uint8_t threads = 0;  // that are at work below it now
};

class ProofTable {
public:
    // Takes at most so many bytes; little at first.
    explicit ProofTable(std::size_t bytes);

    // Makes room for so many more positions, as far as the bytes allow.  REQUIRES: no other thread
    // uses the table.
    void reserve(std::uint64_t positions);

    std::optional<TableValue> find(const Position& position, Side attacker);
    // Keeps the number of threads as it is.
    void store(const Position& position, Side attacker, const TableValue& value);
    // A thread begins or ends to work below the position; `initial` is stored if there is nothing.
    void enter(const Position& position, Side attacker, const Numbers& initial);
    void leave(const Position& position, Side attacker);

    void prefetch(const Position& position) const {
        const Bucket& bucket = buckets_[hash_of(position) & mask_];
        __builtin_prefetch(&bucket);
        __builtin_prefetch(&bucket.lock);
    }

    void clear();
    std::size_t most_bytes() const { return most_buckets_ * sizeof(Bucket); }
    // Share of the entries that are in use, of all that there may be.
    double fill() const;

private:
    struct Entry {
        std::uint32_t black = 0, white = 0, kings = 0;
        std::uint32_t proof = 0;     // top bit: White to move
        std::uint32_t disproof = 0;  // top bit: White is the attacker
        std::uint32_t rest = 0;      // rank 16, work 7, conditional 1, threads 7, used 1
    };
    static_assert(sizeof(Entry) == 24);
    static constexpr std::size_t Ways = 5;
    struct alignas(128) Bucket {
        std::array<Entry, Ways> entries;
        std::atomic<std::uint32_t> lock;
    };
    class Guard;

    Bucket& bucket_of(const Position& position);
    static Entry* entry_in(Bucket& bucket, const Position& position, Side attacker);
    Entry& room_in(Bucket& bucket);
    static void write(Entry& entry,
                      const Position& position,
                      Side attacker,
                      const TableValue& value);
    static TableValue read(const Entry& entry);
    static Position position_of(const Entry& entry);

    void grow(std::size_t buckets);

    std::size_t most_buckets_;
    ZeroedArray<Bucket> buckets_;
    std::uint64_t mask_;
    std::atomic<std::uint64_t> used_ = 0;  // entries
};

}  // namespace deepwell::proof
