// What the egdb commands have in common.

#pragma once

#include "board/wdl.h"

namespace deepwell::cli {

inline const char* value_text(const WdlRange& range) {
    if (!range.is_exact()) return "unknown";
    return range.low == Wdl::Win ? "win" : range.low == Wdl::Draw ? "draw" : "loss";
}

}  // namespace deepwell::cli
