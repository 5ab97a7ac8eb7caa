// ValueTable: an open file of values; rows are decoded when they are first asked for.
//
// Thread rule: any number of threads, no lock.

#pragma once

#include <atomic>
#include <memory>

#include "base/zeroed_array.h"
#include "board/wdl.h"
#include "egdb/codec.h"
#include "egdb/decoded_rows.h"
#include "egdb/derived.h"
#include "egdb/format.h"

namespace deepwell::egdb {

// What was asked of a database since it was opened.
struct ProbeCounts {
    std::uint64_t probes = 0;    // positions that users asked for
    std::uint64_t look_ups = 0;  // values taken from files on their behalf
    std::uint64_t loads = 0;     // look-ups that had to decode a block's rows first
    std::uint64_t hits() const { return look_ups - loads; }
};

// Counts without making threads wait for each other.
class Counter {
public:
    void add(std::uint64_t count = 1) {
        const std::size_t mine = thread_number();
        if (mine < OwnShares) {  // nobody else writes here
            std::atomic<std::uint64_t>& sum = shares_[mine].count;
            sum.store(sum.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
        } else {
            shares_[OwnShares].count.fetch_add(count, std::memory_order_relaxed);
        }
    }
    std::uint64_t sum() const {
        std::uint64_t total = 0;
        for (const Share& share : shares_) total += share.count.load(std::memory_order_relaxed);
        return total;
    }

private:
    static constexpr std::size_t OwnShares = 64;
    struct alignas(64) Share {
        std::atomic<std::uint64_t> count = 0;
    };
    static std::size_t thread_number() {
        static std::atomic<std::size_t> threads = 0;
        thread_local const std::size_t number = threads++;
        return number;
    }
    std::array<Share, OwnShares + 1> shares_;  // the last one is shared by further threads
};

class ValueTable {
public:
    // Throws Error, naming the file, if what stands before the blocks is damaged.  `rows` must
    // outlive the table.  Before it is asked for a value it needs tickets.
    ValueTable(std::unique_ptr<DatabaseFile> file, DecodedRows& rows);

    // How many tickets (decoded_rows.h) it needs, and where they are.
    std::uint64_t ticket_count() const;
    void use_tickets(DecodedRows::Ticket* tickets) { tickets_ = tickets; }

    const DatabaseFile& file() const { return *file_; }

    // Where a position's value is.
    struct Place {
        std::uint64_t row = 0;
        unsigned column = 0;
    };

    // REQUIRES: the position has this material and is not derived, Black is to move and cannot
    // jump.
    template <class Isa>
    [[gnu::always_inline]] Place place_of(const Position& position) const {
        return place_of<Isa>(position, configuration_of<Isa>(position));
    }
    // The same if the number of the men is known.
    template <class Isa>
    [[gnu::always_inline]] Place place_of(const Position& position,
                                          std::uint64_t configuration) const {
        const Cell cell = layout_.cell_of<Isa>(position, configuration);
        return {cell.row, cell.column};
    }
    template <class Isa>
    std::uint64_t configuration_of(const Position& position) const {
        return layout_.configuration_of<Isa>(position);
    }

    // Throws Error, naming the file and the block, if that block is not as it was written.
    [[gnu::always_inline]] Wdl value_at(const Place& place, Counter& loads) const {
        const auto kept = rows_.find(ticket_of(place), place.row % DecodedRows::UnitRows);
        const RowBits row = kept ? *kept : load(place.row, loads);
        return static_cast<Wdl>(static_cast<int>(row.at(place.column)) - 1);
    }

    const CellLayout& layout() const { return layout_; }
    // A whole row, jumps and all.  Throws like value_at().  REQUIRES: not all positions are
    // derived.
    RowBits row(std::uint64_t row, Counter& loads) const {
        const auto kept =
            rows_.find(tickets_[row / DecodedRows::UnitRows], row % DecodedRows::UnitRows);
        return kept ? *kept : load(row, loads);
    }

    // Two memory accesses, one after the other, give a value: whoever needs several asks for all
    // the first ones, then for all the second ones, before the first value is taken.
    void prefetch_ticket(const Place& place) const { __builtin_prefetch(&ticket_of(place)); }
    void prefetch_row(const Place& place) const {
        rows_.prefetch(ticket_of(place), place.row % DecodedRows::UnitRows);
    }

    // The block that holds a position without jumps; nothing if it is derived.  REQUIRES: the
    // position has this material and Black is to move.
    std::optional<std::uint64_t> block_of(const Position& position) const;

    // Checks the blocks one by one; the first that is damaged, or nothing.
    std::optional<std::uint64_t> damaged_block() const;

private:
    const DecodedRows::Ticket& ticket_of(const Place& place) const {
        return tickets_[place.row / DecodedRows::UnitRows];
    }
    [[gnu::noinline]] RowBits load(std::uint64_t row, Counter& loads) const;
    void check_block(std::uint64_t block) const;

    std::unique_ptr<DatabaseFile> file_;
    CellLayout layout_;
    std::unique_ptr<Decoder> decoder_;  // nullptr if all positions are derived
    DecodedRows& rows_;
    DecodedRows::Ticket* tickets_ = nullptr;
    mutable ZeroedArray<std::atomic<bool>> is_checked_;  // by block
};

}  // namespace deepwell::egdb
