// Ways to spoil a certificate: what comes out is refused, or what it claims is true all the same.

#pragma once

#include <span>

#include "base/random.h"
#include "checker/certificate_writer.h"

namespace certificate {

struct Spoiler {
    const char* name;
    // REQUIRES: the certificate has a record.
    Bytes (*spoil)(Certificate, deepwell::Random&);
    bool never_verified;  // whatever is spoiled
};
std::span<const Spoiler> all_spoilers();

// One of them, for tests that need a certificate that is refused.
Bytes without_a_record(const Certificate& certificate, deepwell::Random& random);

}  // namespace certificate
