// Builds the databases up to a number of pieces: solves, codes and writes, one material at a time.
//
// A unit is one material with its turned twin; plan.h has the order.  A unit whose files are there,
// intact, and made from the files that are there is not made again; it is not even solved unless a
// later unit needs it.  With many pieces, tables that later units need are kept as raw files
// (raw_file.h) until then.  So a stop at any moment loses only the unit in progress.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "base/progress.h"
#include "egdb/layers.h"
#include "egdb/material.h"

namespace deepwell::egdb {

struct BuildOptions {
    std::filesystem::path directory;
    int pieces = 4;
    std::optional<Material> only;  // instead: this material and what it needs
    int distance_pieces = 5;       // distances up to so many
    bool keep_raw = false;         // raw files of all units, for Database's raw values
    SolveOptions solve;
    std::uint64_t memory_limit = 0;  // bytes; 0: no limit
};

struct BuildReport {
    bool finished = false;
    int files_written = 0;
    int files = 0;                // written or kept
    std::uint64_t positions = 0;  // of all materials built or kept, Black to move
    std::uint64_t bytes = 0;      // of all files
};

// Throws Error if the directory cannot be written, or if disk or memory would not suffice; what is
// finished stays.
BuildReport build_databases(const BuildOptions& options,
                            const std::stop_token& stop,
                            Progress& progress);

// Bytes of memory that the build needs at its height.
std::uint64_t memory_needed(const BuildOptions& options);

}  // namespace deepwell::egdb
