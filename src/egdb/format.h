// The file of one material: a header, what it was derived from, and the coded values.
//
// docs/egdb-format.md describes every byte.  All numbers are little-endian.  The header has a
// checksum of its own, the blocks of the coded values have theirs (codec_block.h), and the file
// ends with one of everything.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/mapped_file.h"
#include "base/result.h"
#include "egdb/material.h"

namespace deepwell::egdb {

inline constexpr std::uint32_t FormatVersion = 1;

enum class FileKind : std::uint8_t { Values = 1, Distances = 2 };

// "2k1m-1k2m.wdl" or "2k1m-1k2m.dtw".
std::string file_name(const Material& material, FileKind kind);

// A file that this one was derived from, and its last eight bytes.
struct Dependency {
    Material material;
    std::uint64_t checksum = 0;
    bool operator==(const Dependency&) const = default;
};

struct FileHeader {
    FileKind kind = FileKind::Values;
    Material material;            // Black to move
    std::uint64_t positions = 0;  // jumps included, as are the next three
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::uint64_t longest = 0;        // plies of the longest win (distances only)
    std::uint64_t longest_index = 0;  // a position that has it (DistanceIndex)
    std::vector<Dependency> dependencies;
    bool operator==(const FileHeader&) const = default;
};

using Bytes = std::vector<std::uint8_t>;

// Writes the file in one step; throws Error if that is not possible.  Returns its checksum.
std::uint64_t write_database_file(const std::filesystem::path& path,
                                  const FileHeader& header,
                                  const Bytes& payload);

// An open file.  Thread rule: any thread.
class DatabaseFile {
public:
    // Checks the header.  The failure names the file and what is wrong with it.
    static Result<std::unique_ptr<DatabaseFile>> open(const std::filesystem::path& path);

    const FileHeader& header() const { return header_; }
    // The coded values; their blocks are checked by whoever reads them.
    std::span<const std::uint8_t> payload() const { return payload_; }
    std::uint64_t checksum() const { return checksum_; }
    std::uint64_t size() const { return map_.bytes().size(); }
    const std::string& path() const { return path_; }

    // Is the file, to the last byte, as it was written?
    bool is_intact() const;

private:
    explicit DatabaseFile(const std::filesystem::path& path);
    void read_header();
    [[noreturn]] void refuse(const std::string& why) const;

    std::string path_;
    MappedFile map_;
    FileHeader header_;
    std::span<const std::uint8_t> payload_;
    std::uint64_t checksum_ = 0;
};

}  // namespace deepwell::egdb
