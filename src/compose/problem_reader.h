// Reading problems: PDN games that begin with a position, or lines of FEN.
//
//     [Event "Gem 1"]                          name, for want of a Problem or Title tag
//     [FEN "B:WK5,21:BK14,K17"]
//     [Stipulation "Black to play and win"]    or in another tag, or in any comment
//     1. 14-9 *                                the printed key
//
//     B:WK5,21:BK14,K17 Black to play and win  a FEN, and what follows it on its line

#pragma once

#include <string>
#include <vector>

#include "compose/problem.h"

namespace deepwell::compose {

struct ProblemFault {
    int line = 0;  // in the text, from 1
    std::string message;
};

struct ProblemList {
    std::vector<Problem> problems;
    std::vector<ProblemFault> faults;  // what could not be read; the rest was
};

// One line: a FEN with what may follow it.
Result<Problem> problem_of_line(const std::string& line);

// The text of a file, PDN or lines; empty lines and those that begin with # are skipped.
ProblemList read_problems(const std::string& text, const std::string& file_name);

}  // namespace deepwell::compose
