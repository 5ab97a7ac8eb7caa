// Files of samples, which grow batch by batch and survive a kill at any moment.
//
//     magic    8   "DWSAMPLE", of endings "DWENDING"
//     version  4   1
//     size     4   of the board, 8
//     batches      each: number 4 | samples 4 | checksum of the samples' bytes 8 | samples
//
// A sample is four words of 4 bytes: black, white, kings, and
//     bit 0 White is to move | bits 1-2 result + 1 | bit 3 opens a game | bits 16-31 score
// All numbers are little-endian.  Batches stand in the order in which they were finished; a last
// one that is cut off or damaged is as if it had never been there.

#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

#include "tune/sample.h"

namespace deepwell::tune {

// What the samples of a file are of: positions of games, or endings that searches met.  They say
// different things (sample.h), so a file has one kind only.
enum class SampleKind { Games, Endings };

struct SampleBatch {
    std::uint32_t number = 0;
    std::vector<Sample> samples;
};

// All batches in the order of their numbers: what is learned from them does not depend on which
// thread was the first to finish.  Throws Error if there is no such file, or it is one of something
// else.
std::vector<SampleBatch> read_samples(const std::filesystem::path& path,
                                      SampleKind kind = SampleKind::Games);

// One thread at a time.
class SampleWriter {
public:
    // Goes on with the file if there is one; a torn end is cut away.
    explicit SampleWriter(const std::filesystem::path& path, SampleKind kind = SampleKind::Games);

    bool has(std::uint32_t batch) const { return present_.contains(batch); }
    std::uint64_t samples() const { return samples_; }
    void append(const SampleBatch& batch);

private:
    std::filesystem::path path_;
    std::ofstream file_;
    std::set<std::uint32_t> present_;
    std::uint64_t samples_ = 0;
};

}  // namespace deepwell::tune
