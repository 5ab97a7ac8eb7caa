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
    int grade = 0;       // 1 to 5, shown beside the diagram; 0: none
};

// The board as an SVG element, Black at the top, empty squares with their numbers, kings crowned.
std::string board_svg(const Position& position);

// A whole page that needs nothing else, twelve problems to a sheet of A4.  Texts are escaped.  Of
// the variations only those beside the main line are printed.
std::string sheet_of(const std::string& title, const std::vector<SheetProblem>& problems);

}  // namespace deepwell::compose
