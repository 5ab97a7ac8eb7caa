// The codec of distance files (kind 2): half distances of a material, any of them at hand.
//
//     cells per block, 4 bytes | blocks, 4 bytes | end of each block, 8 bytes | CRC-32 of all this
//     blocks: a zstd frame each, and its CRC-32
//
// A block holds BlockCells cells, one byte each, in the order of their numbers (the last one holds
// what is left).  Only the cells of won and lost positions without jumps mean anything.
// docs/egdb-format.md describes every byte.

#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stop_token>

#include "base/zeroed_array.h"
#include "egdb/distance_table.h"
#include "egdb/format.h"
#include "egdb/index.h"
#include "egdb/layers.h"

namespace deepwell::egdb {

// The numbering of the cells of a material's distance file, Black to move.  The two materials of a
// pair of turned twins share the tables of the canonical one (material.h), so the cells of the
// other are those of White to move there.
class DistanceIndex {
public:
    explicit DistanceIndex(const Material& material)
        : is_turned_(!is_canonical(material)),
          index_(is_turned_ ? material.turned() : material,
                 is_turned_ ? Side::White : Side::Black) {}

    Index size() const { return index_.size(); }
    // REQUIRES: the position has the material, and Black is to move.
    Index index_of(const Position& position) const {
        return index_.index_of(is_turned_ ? turned(position) : position);
    }
    // Nothing where kings share a square.  REQUIRES: index < size().
    std::optional<Position> position_of(Index index) const;

private:
    bool is_turned_;
    MaterialIndex index_;
};

// The payload of the file of the tables' material (Black to move) or, with White to move, of its
// turned twin.  Empty if stopped.  REQUIRES: the tables are those of a canonical material.
Bytes encode_distances(const RawTable& values,
                       const DistanceTable& distances,
                       Side mover,
                       const SolveOptions& options,
                       const std::stop_token& stop = {});

// The longest win of that file's material, jumps included, and the first position that has it.
struct LongestWin {
    int plies = 0;    // 0: no win
    Index index = 0;  // of DistanceIndex
};
LongestWin longest_win(const RawTable& values,
                       const DistanceTable& distances,
                       Side mover,
                       const SolveOptions& options);

// Bytes that decoded blocks may still take, shared by decoders.
using BlockRoom = std::atomic<std::int64_t>;

// Reads a payload in place.  Thread rule: any thread.  Decoded blocks are kept while there is room;
// then each thread keeps the last few that it decoded.
class DistanceDecoder {
public:
    // Throws Error if the list of blocks is damaged.  The payload and the room must outlive the
    // decoder.
    DistanceDecoder(const Material& material,
                    std::span<const std::uint8_t> payload,
                    BlockRoom* room = nullptr);
    ~DistanceDecoder();
    DistanceDecoder(const DistanceDecoder&) = delete;
    DistanceDecoder& operator=(const DistanceDecoder&) = delete;

    // Half the distance (distance_table.h).  Throws Error naming the block if it is damaged.
    // REQUIRES: the position has the material, Black is to move and need not jump, and the position
    // is won or lost; else the answer means nothing.
    int half(const Position& position) const;

    std::uint64_t block_count() const { return blocks_; }
    // REQUIRES: as for half().
    std::uint64_t block_of(const Position& position) const {
        return index_.index_of(position) / block_cells_;
    }
    bool is_intact(std::uint64_t block) const;
    // The cells of a block.  Throws Error if it is damaged.
    std::vector<std::uint8_t> decode(std::uint64_t block) const;

    const DistanceIndex& index() const { return index_; }

private:
    const std::uint8_t* load(std::uint64_t block) const;
    const std::uint8_t* keep(std::uint64_t block, const std::vector<std::uint8_t>& cells) const;
    void read_list(std::span<const std::uint8_t> payload);
    std::uint64_t end_of(std::uint64_t block) const;
    std::span<const std::uint8_t> bytes_of(std::uint64_t block) const;
    std::size_t cells_in(std::uint64_t block) const;
    [[noreturn]] void refuse(const std::string& what) const;

    Material material_;
    DistanceIndex index_;
    std::uint64_t serial_;  // tells decoders apart in the threads' memories
    std::uint32_t block_cells_ = 0;
    std::uint64_t blocks_ = 0;
    std::span<const std::uint8_t> ends_;
    std::span<const std::uint8_t> data_;
    BlockRoom* room_;
    mutable ZeroedArray<std::atomic<std::uint8_t*>> kept_;  // by block
};

}  // namespace deepwell::egdb
