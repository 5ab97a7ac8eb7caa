// What verification is told: which files, how much of them, and where distances are.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/cpu.h"
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

}  // namespace deepwell::egdb
