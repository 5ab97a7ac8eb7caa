// Values in words.

#pragma once

#include <string>

#include "board/position.h"
#include "board/wdl.h"

namespace deepwell::cli {

inline const char* value_text(Wdl value) {
    return value == Wdl::Win ? "win" : value == Wdl::Draw ? "draw" : "loss";
}
inline const char* value_text(const WdlRange& range) {
    return range.is_exact() ? value_text(range.low) : "unknown";
}

// "Black wins.", "A draw.", "White does not lose; whether it wins is open."
std::string verdict_text(const Position& position, WdlRange value);

}  // namespace deepwell::cli
