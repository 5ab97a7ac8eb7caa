#include "search/transposition_table.h"

#include <algorithm>
#include <bit>

namespace deepwell::search {

namespace {

std::uint64_t pack(const TableEntry& entry, unsigned age) {
    const auto low16 = [](int value) { return std::uint64_t{static_cast<std::uint16_t>(value)}; };
    return low16(entry.score) | low16(entry.evaluation) << 16 | low16(entry.move.bits()) << 32 |
           std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 48 |
           std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 56 |
           std::uint64_t{entry.on_pv} << 58 | std::uint64_t{age} << 59;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))),
      mask_(buckets_.size() - 1) {
    // A first touch may take some milliseconds, which a search with little time does not have.
    buckets_.touch();
}

// Deep entries are worth keeping; each search that has passed since costs four plies.
int TranspositionTable::worth_of(std::uint64_t data) const {
    if (data == 0) return -1000;
    const auto entry_age = static_cast<unsigned>(data >> 59);
    return static_cast<int>(data >> 48 & 0xff) - 4 * static_cast<int>((age_ - entry_age) & AgeMask);
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) {
    Slot* target = nullptr;
    int least = 0;
    TableEntry written = entry;
    for (Slot& slot : buckets_[bucket_of(key)].slots) {
        const std::uint64_t data = slot.data.load(Relaxed);
        if ((slot.check.load(Relaxed) ^ data) == key && data != 0) {
            const TableEntry old = unpack(data);
            if (old.is_claim() && !entry.is_claim()) {
                written = old;
                written.depth = std::max(old.depth, entry.depth);
            }
            if (written.move.is_none()) written.move = old.move;
            target = &slot;
            break;
        }
        const int worth = worth_of(data);
        if (target != nullptr && worth >= least) continue;
        target = &slot;
        least = worth;
    }
    const std::uint64_t data = pack(written, age_);
    target->check.store(key ^ data, Relaxed);
    target->data.store(data, Relaxed);
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < buckets_.size(); ++i)
        for (Slot& slot : buckets_[i].slots) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    age_ = 0;
}

int TranspositionTable::per_mille_used() const {
    const std::size_t sample = std::min(buckets_.size(), std::size_t{250});
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : buckets_[i].slots) {
            const std::uint64_t data = slot.data.load(Relaxed);
            used += data != 0 && static_cast<unsigned>(data >> 59) == age_;
        }
    return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace deepwell::search
