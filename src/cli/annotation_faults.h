// Games whose source could not be followed to its end say so themselves.

#pragma once

#include <string_view>

#include "board/pdn_reader.h"

namespace deepwell::cli {

// Adds a comment for every error: behind the last move, or where the variation stands whose move is
// at fault.  REQUIRES: the games and errors are what read_pdn() made of the text.
void note_faults(PdnFile& pdn, std::string_view text);

}  // namespace deepwell::cli
