// What C passes in, checked and in the types of the C++ side; and the way back.

#pragma once

#include <deepwell_egdb.h>

#include "base/result.h"
#include "board/position.h"
#include "board/wdl.h"
#include "egdb/database.h"

namespace deepwell::capi {

// REQUIRES: position != nullptr.
Result<Position> position_of(const deepwell_egdb_position* position);

deepwell_egdb_position to_c(const Position& position);

inline deepwell_egdb_value to_c(Wdl value) {
    return static_cast<deepwell_egdb_value>(value);
}

inline deepwell_egdb_result to_c(WdlRange range) {
    const deepwell_egdb_value low = to_c(range.low);
    return {range.is_exact() ? low : DEEPWELL_EGDB_UNKNOWN, low, to_c(range.high)};
}

// nullptr: the defaults.  A caller that knows more fields than we do may only leave them 0.
Result<egdb::DatabaseOptions> options_of(const deepwell_egdb_options* options);

}  // namespace deepwell::capi
