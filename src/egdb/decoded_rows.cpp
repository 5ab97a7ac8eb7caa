#include "egdb/decoded_rows.h"

#include <algorithm>

namespace deepwell::egdb {

namespace {

std::uint64_t bits_of(RowBits row) {
    return row.win | std::uint64_t{row.loss} << 32;
}

std::optional<CellValue> value_of_all(std::span<const RowBits> rows) {
    for (const CellValue value : {CellValue::Loss, CellValue::Draw, CellValue::Win}) {
        const auto is_value = [same = RowBits::all(value)](RowBits row) { return row == same; };
        if (std::all_of(rows.begin(), rows.end(), is_value)) return value;
    }
    return std::nullopt;
}

}  // namespace

DecodedRows::DecodedRows(std::uint64_t bytes)
    : slot_count_(std::min<std::uint64_t>(bytes / (UnitRows * sizeof(std::uint64_t) + sizeof(Slot)),
                                          SlotMask)),
      rows_(slot_count_ * UnitRows),
      slots_(slot_count_) {}

void DecodedRows::keep(Ticket& ticket, std::span<const RowBits> rows) {
    if (const auto value = value_of_all(rows)) {
        ticket.store(static_cast<std::uint64_t>(*value) << 2 | Uniform, std::memory_order_release);
        return;
    }
    if (slot_count_ == 0 || ticket.load(std::memory_order_relaxed) != 0) return;
    const std::uint64_t turn = next_.fetch_add(1, std::memory_order_relaxed);
    const std::size_t index = turn % slot_count_;
    Slot& slot = slots_[index];
    if (slot.is_taken.exchange(true, std::memory_order_acquire)) return;
    vacate(slot);
    fill(index, rows);
    const std::uint64_t held = turn << 32 | std::uint64_t{index} << 2 | InSlot;
    slot.held.store(held, std::memory_order_relaxed);
    slot.ticket.store(&ticket, std::memory_order_relaxed);
    std::uint64_t none = 0;
    if (!ticket.compare_exchange_strong(
            none, held, std::memory_order_release, std::memory_order_relaxed))
        slot.ticket.store(nullptr, std::memory_order_relaxed);  // another thread was faster
    slot.is_taken.store(false, std::memory_order_release);
}

void DecodedRows::vacate(Slot& slot) {
    Ticket* const old = slot.ticket.load(std::memory_order_relaxed);
    if (old == nullptr) return;
    std::uint64_t held = slot.held.load(std::memory_order_relaxed);
    old->compare_exchange_strong(held, 0, std::memory_order_relaxed);
    slot.ticket.store(nullptr, std::memory_order_relaxed);
}

// Releasing stores: who sees a row also sees that the slot was vacated.
void DecodedRows::fill(std::size_t slot, std::span<const RowBits> rows) {
    std::atomic<std::uint64_t>* const to = rows_.data() + slot * UnitRows;
    for (std::size_t i = 0; i < rows.size(); ++i)
        to[i].store(bits_of(rows[i]), std::memory_order_release);
}

}  // namespace deepwell::egdb
