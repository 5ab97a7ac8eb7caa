// A sheet of problems to print: HTML with SVG diagrams, problems on the front, solutions behind.

#pragma once

#include <string>
#include <vector>

#include "compose/solution.h"

namespace deepwell::compose {

struct SheetProblem {
    Problem problem;
    Solution solution;
    std::string note{};  // under the solution; may be empty
};

// The board as an SVG element, Black at the top, kings with a K.
std::string board_svg(const Position& position);

// A whole page that needs nothing else.  Texts are escaped.
std::string sheet_of(const std::string& title, const std::vector<SheetProblem>& problems);

}  // namespace deepwell::compose
