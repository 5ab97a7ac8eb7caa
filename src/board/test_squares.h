// For tests: squares as players number them.

#pragma once

#include "board/square.h"

namespace deepwell {

// REQUIRES: the board has it.
inline Square square(int number) {
    return Square::from_number(number).value();
}

}  // namespace deepwell
