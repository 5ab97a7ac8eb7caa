// The check itself: does a certificate show what it claims?  (docs/certificate-format.md, "What is
// to be checked"; docs/proof-method.md has the reason why that suffices.)

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "certificate.h"
#include "database.h"

namespace checker {

struct SectionReport {
    Question question;
    std::uint64_t records = 0;
    std::uint64_t settled = 0;           // by the database after the record's move
    std::uint64_t ended = 0;             // by the record's move: no answer
    std::uint64_t record_answers = 0;    // answers that lead to a record
    std::uint64_t database_answers = 0;  // and those that lead to a value of the database

    std::uint64_t leaves() const { return settled + database_answers; }
};

struct Report {
    std::optional<Header> header;         // once it is read
    std::vector<SectionReport> sections;  // that were checked to the end
};

// Checks a certificate with the databases of a data directory.  Throws Refusal, with the place and
// the reason, unless all is shown; `report` then has what was done before.
void check(Bytes certificate,
           const std::filesystem::path& data,
           Report& report,
           std::uint64_t cache_bytes = Database::DefaultCacheBytes);

}  // namespace checker
