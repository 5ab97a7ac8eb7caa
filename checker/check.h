// The check itself: does a certificate show what it claims?  (docs/certificate-format.md, "What is
// to be checked"; docs/proof-method.md has the reason why that suffices.)

#pragma once

#include <ostream>

#include "certificate.h"
#include "database.h"

namespace checker {

// Checks a certificate with the databases of a data directory, and tells what it finds as it goes
// along.  Returns what was shown.  Throws Refusal, with the place and the reason, unless all was.
Header check(Bytes file, const Path& data, std::ostream& out, std::uint64_t cache = DefaultCache);

}  // namespace checker
