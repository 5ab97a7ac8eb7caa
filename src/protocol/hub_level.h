// The Hub command `level`: when a search is to end.
//
//     level depth=20    level nodes=1000000    level move-time=0.5    level infinite
//     level [moves=9] time=291.5 [inc=2]
//
// Times are seconds.  The increment is added before the move, so that what the clock shows is
// time + inc; `nodes` goes beyond the protocol, as pydraughts does.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "protocol/hub_text.h"
#include "search/limits.h"

namespace deepwell::protocol {

// A finite number as Hub writes it: 12, -0.5, 1e3; nothing if the text is none.
std::optional<double> parse_real(std::string_view text);

// Arguments that are not known are ignored.
Result<search::Limits> parse_level(const HubLine& line);

// REQUIRES: the limits have one of the forms above.
HubLine level_line(const search::Limits& limits);

}  // namespace deepwell::protocol
