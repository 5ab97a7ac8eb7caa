// The certificate: a proof as a file that a stranger can check (docs/certificate-format.md).

#pragma once

#include <cstdint>
#include <vector>

#include "proof/extraction.h"

namespace deepwell::proof {

struct Claim {
    Position root;
    WdlRange value;  // for the side to move
};

// The bytes of the file.  REQUIRES: `shown` holds the answers that the claim needs; more are left
// out.  The claim is not the whole range.
std::vector<std::uint8_t> certificate_of(const Claim& claim,
                                         const std::vector<ShownAnswer>& shown,
                                         const Leaves& leaves);

}  // namespace deepwell::proof
