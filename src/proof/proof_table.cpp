#include "proof/proof_table.h"

#include <bit>
#include <thread>
#include <utility>

namespace deepwell::proof {

namespace {

constexpr std::uint32_t Flag = std::uint32_t{1} << 31;
constexpr unsigned WorkShift = 16, ConditionalShift = 23, ThreadsShift = 24;
constexpr std::uint32_t WorkMask = 0x7f, ThreadsMask = 0x7f;

constexpr std::size_t FirstBuckets = std::size_t{1} << 16;  // 8 MiB

constexpr std::uint32_t work_of(std::uint32_t rest) {
    return rest >> WorkShift & WorkMask;
}

constexpr std::uint32_t threads_of(std::uint32_t rest) {
    return rest >> ThreadsShift & ThreadsMask;
}

}  // namespace

class ProofTable::Guard {
public:
    explicit Guard(Bucket& bucket) : bucket_(bucket) {
        while (bucket_.lock.exchange(1, std::memory_order_acquire) != 0)
            while (bucket_.lock.load(std::memory_order_relaxed) != 0) std::this_thread::yield();
    }
    ~Guard() { bucket_.lock.store(0, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    Bucket& bucket_;
};

ProofTable::ProofTable(std::size_t bytes)
    : most_buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))),
      buckets_(std::min(most_buckets_, FirstBuckets)),
      mask_(buckets_.size() - 1) {}

void ProofTable::reserve(std::uint64_t positions) {
    // Half full at most: a bucket that overflows loses something.
    const std::uint64_t wanted = used_.load(std::memory_order_relaxed) / Ways * 2;
    const std::uint64_t more = std::min<std::uint64_t>(positions, most_buckets_ * Ways) / Ways * 2;
    std::size_t buckets = buckets_.size();
    while (buckets < wanted + more && buckets < most_buckets_) buckets *= 2;
    if (buckets != buckets_.size()) grow(buckets);
}

void ProofTable::grow(std::size_t buckets) {
    ZeroedArray<Bucket> old = std::exchange(buckets_, ZeroedArray<Bucket>(buckets));
    mask_ = buckets - 1;
    used_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i)
        for (const Entry& entry : old[i].entries)
            if ((entry.rest & Flag) != 0) room_in(bucket_of(position_of(entry))) = entry;
}

Position ProofTable::position_of(const Entry& entry) {
    return {Bitboard(entry.black),
            Bitboard(entry.white),
            Bitboard(entry.kings),
            (entry.proof & Flag) != 0 ? Side::White : Side::Black};
}

ProofTable::Bucket& ProofTable::bucket_of(const Position& position) {
    return buckets_[hash_of(position) & mask_];
}

ProofTable::Entry* ProofTable::entry_in(Bucket& bucket, const Position& position, Side attacker) {
    const std::uint32_t side = position.side == Side::White ? Flag : 0;
    const std::uint32_t question = attacker == Side::White ? Flag : 0;
    for (Entry& entry : bucket.entries)
        if (entry.black == position.black.bits() && entry.white == position.white.bits() &&
            entry.kings == position.kings.bits() && (entry.proof & Flag) == side &&
            (entry.disproof & Flag) == question && (entry.rest & Flag) != 0)
            return &entry;
    return nullptr;
}

// The entry that is easiest to find again; those below which threads are at work stay.
ProofTable::Entry& ProofTable::room_in(Bucket& bucket) {
    const auto cost = [](const Entry& entry) {
        if ((entry.rest & Flag) == 0) return std::uint32_t{0};
        return 1 + work_of(entry.rest) + (threads_of(entry.rest) != 0 ? WorkMask + 1 : 0);
    };
    Entry& found = *std::min_element(
        bucket.entries.begin(), bucket.entries.end(), [&](const Entry& a, const Entry& b) {
            return cost(a) < cost(b);
        });
    if ((found.rest & Flag) == 0) used_.fetch_add(1, std::memory_order_relaxed);
    return found;
}

void ProofTable::write(Entry& entry,
                       const Position& position,
                       Side attacker,
                       const TableValue& value) {
    entry.black = position.black.bits();
    entry.white = position.white.bits();
    entry.kings = position.kings.bits();
    entry.proof = value.numbers.proof | (position.side == Side::White ? Flag : 0);
    entry.disproof = value.numbers.disproof | (attacker == Side::White ? Flag : 0);
    entry.rest = value.rank | std::uint32_t{value.work} << WorkShift |
                 std::uint32_t{value.conditional} << ConditionalShift |
                 std::uint32_t{value.threads} << ThreadsShift | Flag;
}

TableValue ProofTable::read(const Entry& entry) {
    TableValue value;
    value.numbers = {entry.proof & ~Flag, entry.disproof & ~Flag};
    value.rank = static_cast<std::uint16_t>(entry.rest);
    value.work = static_cast<std::uint8_t>(work_of(entry.rest));
    value.conditional = (entry.rest >> ConditionalShift & 1) != 0;
    value.threads = static_cast<std::uint8_t>(threads_of(entry.rest));
    return value;
}

std::optional<TableValue> ProofTable::find(const Position& position, Side attacker) {
    Bucket& bucket = bucket_of(position);
    const Guard guard(bucket);
    const Entry* const entry = entry_in(bucket, position, attacker);
    if (entry == nullptr) return std::nullopt;
    return read(*entry);
}

void ProofTable::store(const Position& position, Side attacker, const TableValue& value) {
    Bucket& bucket = bucket_of(position);
    const Guard guard(bucket);
    Entry* const entry = entry_in(bucket, position, attacker);
    TableValue written = value;
    written.threads = entry == nullptr ? 0 : static_cast<std::uint8_t>(threads_of(entry->rest));
    write(entry == nullptr ? room_in(bucket) : *entry, position, attacker, written);
}

void ProofTable::enter(const Position& position, Side attacker, const Numbers& initial) {
    Bucket& bucket = bucket_of(position);
    const Guard guard(bucket);
    Entry* const entry = entry_in(bucket, position, attacker);
    if (entry == nullptr)
        write(room_in(bucket), position, attacker, {.numbers = initial, .threads = 1});
    else if (threads_of(entry->rest) < ThreadsMask)
        entry->rest += std::uint32_t{1} << ThreadsShift;
}

void ProofTable::leave(const Position& position, Side attacker) {
    Bucket& bucket = bucket_of(position);
    const Guard guard(bucket);
    Entry* const entry = entry_in(bucket, position, attacker);
    if (entry != nullptr && threads_of(entry->rest) != 0)
        entry->rest -= std::uint32_t{1} << ThreadsShift;
}

void ProofTable::clear() {
    buckets_ = ZeroedArray<Bucket>(std::min(most_buckets_, FirstBuckets));
    mask_ = buckets_.size() - 1;
    used_ = 0;
}

double ProofTable::fill() const {
    return static_cast<double>(used_.load(std::memory_order_relaxed)) /
           static_cast<double>(most_buckets_ * Ways);
}

}  // namespace deepwell::proof
