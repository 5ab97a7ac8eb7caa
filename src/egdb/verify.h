// Verification of finished files by an implementation that does not use the solver's bit tricks.
//
// The quick part reads every byte: headers, the checksums of what files were derived from, those of
// blocks and of whole files.  The full part (verify_full.h) derives every value again.

#pragma once

#include <cstdint>
#include <stop_token>

#include "base/progress.h"
#include "base/result.h"
#include "egdb/verify_options.h"

namespace deepwell::egdb {

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
