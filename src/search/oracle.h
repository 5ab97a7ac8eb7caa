// Oracle: what somebody knows of positions that the databases do not hold, for one search.

#pragma once

#include <optional>

#include "board/position.h"
#include "board/wdl.h"

namespace deepwell::search {

class Oracle {
public:
    virtual ~Oracle() = default;

    // The value for the side to move, if it is known.  Asked by one thread.
    virtual std::optional<Wdl> ask(const Position& position) = 0;
};

}  // namespace deepwell::search
