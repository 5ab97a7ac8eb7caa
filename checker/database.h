// Database: the endgame values that a certificate may rest on, from files named by checksum.
//
// Written from docs/egdb-format.md and docs/egdb-codec.md.

#pragma once

#include <memory>

#include "input.h"
#include "layout.h"

namespace checker {

inline constexpr std::uint64_t DefaultCache = std::uint64_t{768} << 20;

// A row of values, a bit for each column; neither won nor lost: drawn.
struct RowValues {
    std::uint32_t won, lost;

    Value at(std::uint64_t column) const {
        return Value(1 + (won >> column & 1U) - (lost >> column & 1U));
    }
};

class Database {
public:
    // The directory that holds the files of this board.  `cache` bounds the bytes of memory for
    // what was decoded, which is taken as it is needed.
    Database(const Path& directory, std::uint64_t cache);

    // Opens a file.  Throws Refusal, naming it, unless it is there, undamaged, of this material and
    // board, and has the checksum.
    void open(const Material& material, std::uint64_t checksum);

    // What the position is worth to the side to move.  Nothing unless the files that were opened
    // decide it (docs/certificate-format.md).  REQUIRES: the position has no fault.
    std::optional<Value> value(const Position& position);

private:
    struct File;
    // A chunk that was decoded.
    struct Slot {
        std::uint64_t key = 0;  // 0: empty
        std::vector<RowValues> rows;
    };

    std::optional<Value> best_of(const std::vector<Position>& successors);
    Value stored_value(const Material& material, const Position& position);

    Path directory_;
    std::vector<std::shared_ptr<const File>> files_;  // by material; null if not opened
    int most_pieces_ = 0;
    std::vector<Slot> slots_;  // each chunk has one in which it may be
};

}  // namespace checker
