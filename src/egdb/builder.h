// Builds the databases up to a number of pieces: solves, codes and writes, one material at a time.
//
// A unit is one material with its turned twin; plan.h has the order.  A unit whose files are there
// and intact is not coded and written again; a stop at any moment loses only the unit in progress.

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
    SolveOptions solve;
    std::uint64_t memory_limit = 0;  // bytes; 0: no limit
};

struct BuildReport {
    bool finished = false;
    int files_written = 0;
    int files_kept = 0;
    std::uint64_t positions = 0;  // of all materials built or kept, Black to move
    std::uint64_t bytes = 0;      // of all files
};

// Throws Error if the directory cannot be written, the disk is full, or memory would not suffice.
BuildReport build_databases(const BuildOptions& options,
                            const std::stop_token& stop,
                            Progress& progress);

// Bytes of memory that the build needs at its height.
std::uint64_t memory_needed(const BuildOptions& options);

}  // namespace deepwell::egdb
