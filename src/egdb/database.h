// Database: the files of a directory, ready to be asked.
//
// Thread rule: any number of threads, no lock.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cpu.h"
#include "egdb/distance_codec.h"
#include "egdb/raw_values.h"
#include "egdb/value_table.h"

namespace deepwell::egdb {

struct DatabaseOptions {
    int max_pieces = MenPerSide * 2;
    // Memory for what was decoded, taken as needed.
    std::uint64_t cache_bytes = std::uint64_t{1} << 30;
    std::uint64_t distance_cache_bytes = std::uint64_t{256} << 20;
    bool raw = false;  // read all values up to 6 pieces into memory at once (raw_values.h)
    int threads = 1;   // for that
    Kernel kernel = best_kernel();
};

class Database {
public:
    // Opens every file of the directory that has at most `max_pieces`.  A directory that does not
    // exist is an empty database.  Throws Error, naming the file, if one is of another version or
    // board, cut off, or damaged before its blocks; blocks are checked when they are first read.
    explicit Database(const std::filesystem::path& directory, const DatabaseOptions& options = {});

    // What is known of the position: exact, or a range where materials are absent.  Throws Error,
    // naming the file and the block, if what it needs is damaged.
    WdlRange probe(const Position& position) const { return probe_(*this, position); }

    // The same for many positions, faster than one by one.  REQUIRES: as many values as positions.
    void probe(std::span<const Position> positions, std::span<WdlRange> values) const;

    // How many plies the position still lasts when the winner hurries and the loser delays.
    // Nothing for draws, and where distances are absent.
    std::optional<int> distance(const Position& position) const;

    // The most pieces for which every material is there.
    int complete_pieces() const { return complete_pieces_; }
    // The first file of values whose absence keeps complete_pieces() from counting others with as
    // many pieces or more; nothing if there are no such others.
    std::optional<Material> missing() const { return missing_; }
    std::uint64_t bytes() const;
    ProbeCounts counts() const;

    // The table of a material, Black to move; nullptr if absent.
    const ValueTable* table(const Material& material) const {
        return material.pieces() > MaxStoredPieces ? nullptr : tables_[slot_of(material)].get();
    }
    const DatabaseFile* file(const Material& material) const {
        const ValueTable* const found = table(material);
        return found != nullptr ? &found->file() : nullptr;
    }
    // The file of distances.
    const DatabaseFile* distance_file(const Material& material) const {
        const auto found = distances_.find(material);
        return found != distances_.end() ? found->second->file.get() : nullptr;
    }
    const DistanceDecoder* distance_decoder(const Material& material) const {
        const auto found = distances_.find(material);
        return found != distances_.end() ? &found->second->decoder : nullptr;
    }
    // A position with the longest win, if there is one and it is known.
    std::optional<Position> longest_win(const Material& material) const;

private:
    template <class Isa>
    friend class Prober;
    using Probe = WdlRange (*)(const Database&, const Position&);
    using ProbeMany = void (*)(const Database&, std::span<const Position>, WdlRange*);

    static constexpr int MaxStoredPieces = 10;
    static constexpr std::size_t slot_of(const Material& m) {
        std::size_t slot = 0;
        for (const int count : {m.black.kings, m.black.men, m.white.kings, m.white.men})
            slot = slot * (MaxStoredPieces + 1) + static_cast<std::size_t>(count);
        return slot;
    }
    void open_files(const std::filesystem::path& directory, int max_pieces);
    void hand_out_tickets();
    bool open(const std::filesystem::path& path, const Material& material);
    void open_distances(const std::filesystem::path& path, const Material& material);
    std::optional<int> half_distance(const Position& quiet) const;

    struct Distances {
        Distances(std::unique_ptr<DatabaseFile> opened, BlockRoom& room);
        std::unique_ptr<DatabaseFile> file;
        DistanceDecoder decoder;
    };

    Probe probe_;
    ProbeMany probe_many_;
    DecodedRows rows_;
    ZeroedArray<DecodedRows::Ticket> tickets_;         // of all tables
    std::vector<std::unique_ptr<ValueTable>> tables_;  // by slot_of
    BlockRoom distance_room_;
    std::map<Material, std::unique_ptr<Distances>> distances_;
    std::unique_ptr<RawValues> raw_;
    int complete_pieces_ = 0;
    std::optional<Material> missing_;
    mutable Counter probes_, look_ups_, loads_;
};

}  // namespace deepwell::egdb
