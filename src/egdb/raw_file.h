// Raw files: solved tables as they are in memory, for going on with a build and for fast probing.
//
//     8 bytes "DEEPWRAW", format version, board size and material as in docs/egdb-format.md
//     the planes: Black to move won, lost; White to move won, lost
//     8 bytes checksum of each plane and of what stands before them
//
// They are not part of the databases: everything in them can be made again.

#pragma once

#include <filesystem>
#include <memory>

#include "egdb/raw_table.h"

namespace deepwell::egdb {

std::filesystem::path raw_file(const std::filesystem::path& directory, const Material& material);

// In one step.  Throws Error if that is not possible.
void save_raw(const std::filesystem::path& path, const RawTable& table);

// nullptr if there is no such file, or if it is not as it was written.
std::unique_ptr<RawTable> load_raw(const std::filesystem::path& path, const Material& material);

}  // namespace deepwell::egdb
