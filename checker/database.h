// Database: the endgame values that a certificate may rest on, read from files named by checksum.
//
// Written from docs/egdb-format.md and docs/egdb-codec.md.

#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "codec.h"
#include "input.h"
#include "layout.h"
#include "rules.h"

namespace checker {

class Database {
public:
    static constexpr int MaxPieces = 10;
    static constexpr std::uint64_t DefaultCacheBytes = std::uint64_t{768} << 20;

    // The directory that holds the files of this board.  `cache_bytes` bounds the memory for what
    // was decoded, which is taken as it is needed.
    explicit Database(std::filesystem::path directory,
                      std::uint64_t cache_bytes = DefaultCacheBytes);
    ~Database();

    // Opens a file.  Throws Refusal, naming it, unless it is there, undamaged, of this material and
    // board, and has the checksum.
    void open(const Material& material, std::uint64_t checksum);
    std::size_t files() const { return files_.size(); }

    // What the position is worth to the side to move.  Nothing unless the files that were opened
    // decide it (docs/certificate-format.md).  REQUIRES: the position has no fault.
    std::optional<Value> value(const Position& position) { return value(position, 0); }

private:
    class File;
    static constexpr std::size_t UnitRows = 64;  // kept together

    std::optional<Value> value(const Position& position, std::size_t depth);
    std::optional<Value> best_of_moves(const Position& position, std::size_t depth);
    Value stored_value(const File& file, const Position& position);
    void load(const File& file, std::uint64_t chunk);
    std::size_t slot_of(std::uint64_t key) const;
    File*& file_of(const Material& material);

    std::filesystem::path directory_;
    std::vector<std::unique_ptr<File>> files_;
    std::vector<File*> by_material_;  // 0 if not opened
    int most_pieces_ = 0;
    std::deque<std::vector<Position>> moves_;  // by depth of the look ahead

    // Units of decoded rows, each in the one slot that its key allows; those of a chunk in a row.
    std::size_t slots_;
    std::vector<std::uint64_t> keys_;  // 0: empty
    std::unique_ptr<RowValues[]> rows_;
    std::vector<RowValues> chunk_;
};

}  // namespace checker
