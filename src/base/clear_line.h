// Goes back to the beginning of a terminal's line and empties it.

#pragma once

namespace deepwell {

inline constexpr const char* ClearLine = "\r\033[K";

}  // namespace deepwell
