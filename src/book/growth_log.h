// GrowthLog: the positions that were searched for a book, in a file that only grows.
//
//     magic    8   "DWGROW01"
//     board    4   its size
//     pieces   4   of the databases that the searches used
//     nodes    8   a position
//     judge    8   checksum of what judged the positions
//     sum      8   checksum of the 32 bytes before it
//     records      each: mark 4 | length 4 | checksum of the payload 8 | payload
//
// A payload is a plan (1, count 4, positions of 12 bytes), which says what is to be searched
// before anything else is chosen, or a result (2, depth 1, moves 1, position 12, then for each
// move from 1, to 1, score 2, captured 4).  A torn end, as a kill leaves it, is cut off when the
// log is opened; damaged records in between are skipped, and what they told is searched again.
//
// Thread rule: one thread at a time.

#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "book/searched_position.h"

namespace deepwell::book {

// What the results depend on.
struct GrowthSettings {
    std::uint64_t nodes = 0;
    int pieces = 0;
    std::uint64_t judge = 0;
    bool operator==(const GrowthSettings&) const = default;
};

struct GrowthHistory {
    std::vector<Position> plan;              // the last one
    std::vector<SearchedPosition> searched;  // each position once
    std::size_t damaged_records = 0;
};

class GrowthLog {
public:
    // Makes the file if there is none.  Throws Error if it is none, of other settings, or another
    // process writes to it.
    GrowthLog(const std::filesystem::path& path, const GrowthSettings& settings);
    ~GrowthLog();
    GrowthLog(const GrowthLog&) = delete;
    GrowthLog& operator=(const GrowthLog&) = delete;

    // Of the log as it was opened.
    const GrowthHistory& history() const { return history_; }

    // On disk when they return.  Throw Error if that fails.
    void append_plan(const std::vector<Position>& plan);
    void append(const SearchedPosition& searched);

private:
    void read(const GrowthSettings& settings);
    void append_record(const std::vector<std::uint8_t>& payload);
    void write(const std::vector<std::uint8_t>& bytes);

    std::filesystem::path path_;
    int descriptor_ = -1;
    GrowthHistory history_;
};

}  // namespace deepwell::book
