// Verification of finished files by an implementation that does not use the solver's bit tricks.
//
// Every value is derived again from the values of its successors: positions are made one by one
// from their index, moves come from the move generator, successors are asked of the database.

#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "base/progress.h"
#include "base/result.h"
#include "egdb/database.h"

namespace deepwell::egdb {

struct VerifyReport {
    std::uint64_t files = 0;
    std::uint64_t positions = 0;  // derived again
};

// Checksums of every file and, if `full`, every value up to `pieces`.  The failure names the file
// and the first position that is wrong.  REQUIRES: `directory` is that of the database.
Result<VerifyReport> verify_databases(const std::filesystem::path& directory,
                                      int pieces,
                                      bool full,
                                      int threads,
                                      const std::stop_token& stop,
                                      Progress& progress);

}  // namespace deepwell::egdb
