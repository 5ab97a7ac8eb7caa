#include "proof/proof_table.h"

#include <bit>
#include <thread>

namespace deepwell::proof {

namespace {

constexpr std::uint32_t Flag = std::uint32_t{1} << 31;
constexpr unsigned WorkShift = 16, ConditionalShift = 23, ThreadsShift = 24;
constexpr std::uint32_t WorkMask = 0x7f, ThreadsMask = 0x7f;

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
    : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))),
      mask_(buckets_.size() - 1) {}

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
    return *std::min_element(bucket.entries.begin(),
                             bucket.entries.end(),
                             [&](const Entry& a, const Entry& b) { return cost(a) < cost(b); });
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
    buckets_ = ZeroedArray<Bucket>(buckets_.size());
}

double ProofTable::fill() {
    const std::size_t sample = std::min<std::size_t>(buckets_.size(), 1000);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        const Guard guard(buckets_[i]);
        for (const Entry& entry : buckets_[i].entries) used += (entry.rest & Flag) != 0 ? 1 : 0;
    }
    return static_cast<double>(used) / static_cast<double>(sample * Ways);
}

}  // namespace deepwell::proof
