// Verification of finished files by an implementation that does not use the solver's bit tricks.
//
// The quick part reads every byte: headers, the checksums of what files were derived from, those of
// blocks and of whole files.  The full part (verify_full.h) derives every value again.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "base/cpu.h"
#include "base/progress.h"
#include "base/result.h"
#include "egdb/material.h"

namespace deepwell::egdb {

// Where distances come from, if there are any.  Thread rule: any number of threads.
class DistanceSource {
public:
    virtual ~DistanceSource() = default;
    // Are the distances of this material there, Black to move?
    virtual bool has(const Material& material) const = 0;
    // Plies of a position that is won or lost and has no jump, Black to move; nothing if unknown.
    // REQUIRES: its material is there.
    virtual std::optional<int> plies(const Position& position) const = 0;
    // The place of a position as a user would look for it: "2k0m-1k0m.dtw: block 3".
    virtual std::string place_of(const Position& position) const = 0;
};

struct VerifyOptions {
    std::filesystem::path directory;  // of the database
    int pieces = 8;                   // files with more are left alone
    bool full = false;                // derive every value again
    int threads = 1;
    Kernel kernel = best_kernel();
    const DistanceSource* distances = nullptr;  // checked too, if full
};

struct VerifyReport {
    std::uint64_t files = 0;
    std::uint64_t positions = 0;  // derived again
    std::uint64_t distances = 0;  // of these with a distance
};

// The failure is one line that names the file and, as far as there is one, the block and the
// position: always the same for the same files.  Means nothing if stopped.
Result<VerifyReport> verify_databases(const VerifyOptions& options,
                                      const std::stop_token& stop,
                                      Progress& progress);

}  // namespace deepwell::egdb
