// Error: the world is broken (disk full, checksum wrong, memory exhausted).
//
// Thrown with one sentence that names the thing, the place and the cause.  Caught only in main,
// the protocol loop, the HTTP handler and the job runner; everything in between just unwinds.
// An ordinary "no" is a Result; a bug is a CHECK.

#pragma once

#include <stdexcept>
#include <string>

namespace deepwell {

class Error : public std::runtime_error {
public:
    explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace deepwell
