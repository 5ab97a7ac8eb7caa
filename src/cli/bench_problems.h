// bench problems: how many problems of a collection the search solves.

#pragma once

#include <string>

namespace deepwell::cli {

struct ProblemBench {
    std::string file;  // lines NAME,"FEN",BLACK_WINS|WHITE_WINS|DRAW,...; the first is a heading
    std::string data;
    int milliseconds = 1000;  // each
    int threads = 1;
    std::string without;  // techniques to switch off
    bool json = false;
};

// Solved: a won score for the winner; for draws, no decided score.  Prints those that are not.
void bench_problems(const ProblemBench& bench);

}  // namespace deepwell::cli
