// Files read whole, and files written so that a crash at any moment leaves the old or the new one.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace deepwell {

// The failure is one sentence: "games.pdn: No such file or directory".
Result<std::string> read_file(const std::filesystem::path& path);

// Throws Error if a file cannot be written there, as far as one can tell without writing: for those
// who will write only after long work.
void require_writable(const std::filesystem::path& path);

// Writes to a temporary file beside `path`, syncs it and renames it; pipes and devices are written
// to directly.  Throws Error if that is not possible; then a file at `path` is as it was.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

// Removes from a directory the temporary files of processes that were killed while they wrote.
// Those of living processes stay.
void remove_abandoned_files(const std::filesystem::path& directory);

}  // namespace deepwell
