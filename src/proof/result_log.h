// ResultLog: what provers have found out, in a file that only grows (docs/proof-manager.md).
//
// Each record has its length and checksum.  A torn end, as a kill leaves it, is cut off when the
// log is opened for writing; damaged records in between are named and skipped.
//
// Thread rule: one thread at a time.

#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "proof/job_report.h"

namespace deepwell::proof {

// A position that somebody wanted solved.
struct LoggedRoot {
    Position position;  // as it was given, with either side to move
};

using LogEntry = std::variant<JobReport, LoggedRoot>;

// What reading the whole log has shown.
struct LogState {
    std::uint64_t end = 0;              // behind the last whole record
    std::uint64_t torn_bytes = 0;       // behind that
    std::vector<std::string> faults{};  // "results.log: damaged from byte 4711 to 4800"
};

// Calls `visit` with every whole entry, and with where the next record begins.  A file that does
// not exist is an empty log.  Throws Error if it is none, or of another board.
using LogVisitor = std::function<void(const LogEntry& entry, std::uint64_t next)>;
LogState read_log(const std::filesystem::path& file, const LogVisitor& visit);

class ResultLog {
public:
    // Creates the file if there is none.  Throws Error, also if another process writes to it.
    ResultLog(const std::filesystem::path& file, const LogVisitor& visit);
    ~ResultLog();
    ResultLog(const ResultLog&) = delete;
    ResultLog& operator=(const ResultLog&) = delete;

    // Of the log as it was opened.
    const LogState& found() const { return found_; }

    // Keeps the entry in memory until sync().
    void append(const LogEntry& entry);
    // Writes what was appended and waits until it is on disk.  Throws Error if that fails; then the
    // file ends behind the last record that was synced before.
    void sync();
    // Where the next record will begin, that which was appended counted.
    std::uint64_t end() const { return end_ + pending_.size(); }

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    LogState found_;
    std::uint64_t end_ = 0;  // on disk
    std::vector<std::uint8_t> pending_;
};

}  // namespace deepwell::proof
