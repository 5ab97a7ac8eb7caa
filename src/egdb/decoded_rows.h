// DecodedRows: rows that were decoded once, kept for the next who asks, within a budget of memory.
//
// Rows are kept in units of 64.  Each unit of a table has a ticket that says where its rows are:
// nowhere, in a slot of the pool, or, if all its cells hold one value, in the ticket itself.
// Slots are given out in turn; the oldest unit makes room for the newest.
//
// Thread rule: any number of threads, no lock.  A reader takes a row and then looks whether the
// ticket is still the same; a writer invalidates the ticket before it touches the slot.  A ticket
// holds a number that is used once, so that a slot that was emptied and filled again is not taken
// for the old one.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "base/zeroed_array.h"
#include "egdb/codec_rows.h"

namespace deepwell::egdb {

class DecodedRows {
public:
    static constexpr std::size_t UnitRows = 64;
    using Ticket = std::atomic<std::uint64_t>;  // 0: the rows are not kept

    // Takes no more than so many bytes, and those only as they are needed.
    explicit DecodedRows(std::uint64_t bytes);

    // A row of the unit with this ticket, if it is kept.  REQUIRES: row < UnitRows.
    [[gnu::always_inline]] std::optional<RowBits> find(const Ticket& ticket,
                                                       std::size_t row) const {
        const std::uint64_t where = ticket.load(std::memory_order_acquire);
        if ((where & Kind) == Uniform) return RowBits::all(static_cast<CellValue>(where >> 2));
        if (where == 0) return std::nullopt;
        const std::size_t slot = where >> 2 & SlotMask;
        const std::uint64_t bits = rows_[slot * UnitRows + row].load(std::memory_order_acquire);
        if (ticket.load(std::memory_order_relaxed) != where) return std::nullopt;
        return RowBits{static_cast<Columns>(bits), static_cast<Columns>(bits >> 32)};
    }

    // Asks the memory for the row, if it is kept, to be there when find() needs it.
    void prefetch(const Ticket& ticket, std::size_t row) const {
        const std::uint64_t where = ticket.load(std::memory_order_relaxed);
        if ((where & Kind) == InSlot)
            __builtin_prefetch(&rows_[(where >> 2 & SlotMask) * UnitRows + row]);
    }

    // Keeps the rows of a unit; the last unit of a table may have fewer than UnitRows.
    void keep(Ticket& ticket, std::span<const RowBits> rows);

private:
    static constexpr std::uint64_t Kind = 3;
    static constexpr std::uint64_t Uniform = 1;
    static constexpr std::uint64_t InSlot = 2;
    static constexpr std::uint64_t SlotMask = (std::uint64_t{1} << 30) - 1;

    struct Slot {
        std::atomic<bool> is_taken;       // by a thread that is filling it
        std::atomic<Ticket*> ticket;      // of the unit that it holds
        std::atomic<std::uint64_t> held;  // what that ticket says
    };

    void vacate(Slot& slot);
    void fill(std::size_t slot, std::span<const RowBits> rows);

    std::size_t slot_count_;
    ZeroedArray<std::atomic<std::uint64_t>> rows_;
    ZeroedArray<Slot> slots_;
    std::atomic<std::uint64_t> next_ = 0;
};

}  // namespace deepwell::egdb
